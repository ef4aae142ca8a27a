/** Boards as pictures: small ones for galleries, and files. */

import { svg } from '../shared/dom.js';
import { SQUARES, isLight, placeOf } from './geometry.js';
import { piecePicture } from './pieces.js';

/** @typedef {import('./geometry.js').Side} Side */
/** @typedef {import('./placement.js').Man} Man */

const LIGHT = '#eeeadf';
const DARK = '#87a196';
const CELL = 100;
/** Pixels of a PNG file along one side. */
const PIXELS = 960;

/**
 * A board that needs no style sheet.
 *
 * @param {Map<string, Man>} men
 * @param {Side} [orientation]
 */
export function boardPicture(men, orientation = 'white') {
  const size = 8 * CELL;
  const picture = svg('svg', { attrs: { xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${size} ${size}` } });
  picture.append(svg('rect', { attrs: { width: size, height: size, fill: LIGHT } }));
  for (const square of SQUARES.filter((one) => !isLight(one))) {
    const [column, row] = placeOf(square, orientation);
    picture.append(
      svg('path', { attrs: { d: `M${CELL * column} ${CELL * row}h${CELL}v${CELL}h-${CELL}z`, fill: DARK } }),
    );
  }
  for (const [square, man] of men) {
    const [column, row] = placeOf(square, orientation);
    picture.append(piecePicture(man, CELL * column, CELL * row, CELL));
  }
  return picture;
}

/** @param {SVGSVGElement} picture */
export function svgText(picture) {
  return `${new XMLSerializer().serializeToString(picture)}\n`;
}

/**
 * A picture as PNG.
 *
 * @param {SVGSVGElement} picture
 * @returns {Promise<Blob>}
 */
export async function pngOf(picture) {
  picture.setAttribute('width', String(PIXELS));
  picture.setAttribute('height', String(PIXELS));
  const image = new Image(PIXELS, PIXELS);
  image.src = `data:image/svg+xml,${encodeURIComponent(svgText(picture))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [PIXELS, PIXELS];
  canvas.getContext('2d')?.drawImage(image, 0, 0);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be made.'))), 'image/png');
  });
}
