import js from '@eslint/js';
import globals from 'globals';

export default [
  js.configs.recommended,
  { files: ['js/**/*.js'], languageOptions: { globals: globals.browser } },
  {
    files: ['test/**/*.js', 'eslint.config.js'],
    languageOptions: { globals: { ...globals.node, ...globals.browser } },
  },
  {
    rules: {
      eqeqeq: 'error',
      'no-var': 'error',
      'prefer-const': 'error',
      'no-implicit-globals': 'error',
      'max-lines': ['error', 400],
      'max-lines-per-function': ['error', 80],
      'max-len': ['error', { code: 120, ignoreUrls: true }],
      complexity: ['error', 15],
    },
  },
  { files: ['test/*.test.js'], rules: { 'max-lines-per-function': 'off' } },
];
