import js from '@eslint/js';
import globals from 'globals';

const VIEWS = ['play', 'review', 'openings', 'puzzles', 'mind', 'order'];

/** What two views need lies in `js/shared`, or in `js/game` and `js/board`: a view imports no other. */
const apart = VIEWS.map((view) => {
  const others = VIEWS.filter((other) => other !== view).map((other) => `../${other}/*`);
  const message = 'Put what several views need into js/shared.';
  return {
    files: [`js/${view}/**/*.js`],
    rules: { 'no-restricted-imports': ['error', { patterns: [{ group: others, message }] }] },
  };
});

/** What the views stand on knows none of them. */
const below = {
  files: ['js/shared/**/*.js', 'js/game/**/*.js', 'js/board/**/*.js', 'js/link/**/*.js'],
  rules: {
    'no-restricted-imports': ['error', { patterns: [{ group: VIEWS.map((view) => `../${view}/*`) }] }],
  },
};

export default [
  { ignores: ['dist/**'] },
  js.configs.recommended,
  { files: ['js/**/*.js', 'static/*.js'], languageOptions: { globals: globals.browser } },
  { files: ['static/sw.js'], languageOptions: { globals: globals.serviceworker } },
  {
    files: ['test/**/*.js', 'eslint.config.js', 'build.js', 'comments.js'],
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
  ...apart,
  below,
  // Written by the program's tests from its messages.
  { files: ['js/link/types.js', 'js/link/requests.js'], rules: { 'max-lines': 'off' } },
  { files: ['test/**/*.test.js'], rules: { 'max-lines-per-function': 'off' } },
];
