/** Light or dark: as the system has it, or as chosen, which this browser remembers. */

import { button } from './dom.js';
import { icon } from './icons.js';
import { remember, remembered } from './storage.js';

const KEY = 'motley-theme';

/** @returns {'light' | 'dark'} */
function shownTheme() {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

export function themeButton() {
  const stored = remembered(KEY);
  if (stored === 'light' || stored === 'dark') document.documentElement.dataset.theme = stored;
  return button(
    icon('theme'),
    () => {
      const next = shownTheme() === 'dark' ? 'light' : 'dark';
      document.documentElement.dataset.theme = next;
      remember(KEY, next);
    },
    { class: 'button quiet icon', label: 'Light or dark' },
  );
}
