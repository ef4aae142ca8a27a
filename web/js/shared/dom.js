/** Making elements: the page has no templates, and no markup is ever built from text. */

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * @typedef {object} Extras
 * @property {string} [class] Class names, separated by spaces.
 * @property {Record<string, string | number | boolean | null | undefined>} [attrs] Attributes: `true` is an empty one,
 *   `false`, `null` and `undefined` leave it out.
 * @property {Record<string, (event: any) => void>} [on] Listeners by event.
 */

/**
 * Sets attributes: `true` sets an empty one, `false` and nothing remove it.
 *
 * @param {Element} element
 * @param {NonNullable<Extras['attrs']>} attrs
 */
export function setAttributes(element, attrs) {
  for (const [name, value] of Object.entries(attrs)) {
    if (value === false || value === null || value === undefined) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
}

/**
 * @param {Element} element
 * @param {Extras} extras
 * @param {Child[]} children
 */
function complete(element, extras, children) {
  if (extras.class) element.setAttribute('class', extras.class);
  if (extras.attrs) setAttributes(element, extras.attrs);
  for (const [event, listener] of Object.entries(extras.on ?? {})) element.addEventListener(event, listener);
  fill(element, children);
}

/**
 * Replaces the children of an element.
 *
 * @param {Element} element
 * @param {Child[]} children
 */
export function fill(element, children) {
  const present = /** @type {(Node | string | number)[]} */ (
    children.filter((child) => child !== null && child !== undefined && child !== false)
  );
  element.replaceChildren(...present.map((child) => (child instanceof Node ? child : String(child))));
}

/**
 * An HTML element.
 *
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Extras} [extras]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(name, extras = {}, ...children) {
  const element = document.createElement(name);
  complete(element, extras, children);
  return element;
}

/**
 * An SVG element.
 *
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} name
 * @param {Extras} [extras]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(name, extras = {}, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  complete(element, extras, children);
  return element;
}

/** Milliseconds for which a button waits to be pressed again. */
const CONFIRM = 4000;

/**
 * A button that asks before it does what it says: it has to be pressed twice.
 *
 * @param {Child[]} content
 * @param {string} question
 * @param {() => void} press
 */
export function confirmed(content, question, press) {
  let timer = 0;
  const element = button(content, () => {
    const asks = element.classList.toggle('danger');
    clearTimeout(timer);
    fill(element, asks ? [question] : content);
    if (asks) timer = setTimeout(() => (element.classList.remove('danger'), fill(element, content)), CONFIRM);
    else press();
  });
  return element;
}

/**
 * A button. Its text is its name, unless `label` gives another for those who cannot see it.
 *
 * @param {Child | Child[]} content
 * @param {() => void} press
 * @param {{ class?: string, label?: string, attrs?: Extras['attrs'] }} [extras]
 */
export function button(content, press, extras = {}) {
  const attrs = { type: 'button', 'aria-label': extras.label, title: extras.label, ...extras.attrs };
  return el('button', { class: extras.class ?? 'button', attrs, on: { click: press } }, ...[content].flat());
}
