/** What is needed of a 2D canvas here; both the canvas package and a test double fit. */
export interface Brush {
  fillStyle: unknown;
  fillRect(x: number, y: number, width: number, height: number): void;
}

/** Columns of a 5 × 7 font, lowest bit on top. Drawn by hand because a bare machine has no fonts. */
const glyphs: Readonly<Record<string, string>> = {
  '+': '08083E0808',
  ',': '0050300000',
  '-': '0808080808',
  '.': '0060600000',
  '/': '2010080402',
  ':': '0036360000',
  '0': '3E5149453E',
  '1': '00427F4000',
  '2': '4261514946',
  '3': '2141454B31',
  '4': '1814127F10',
  '5': '2745454539',
  '6': '3C4A494930',
  '7': '0171090503',
  '8': '3649494936',
  '9': '064949291E',
  A: '7E1111117E',
  B: '7F49494936',
  C: '3E41414122',
  D: '7F4141221C',
  E: '7F49494941',
  F: '7F09090901',
  G: '3E4149497A',
  H: '7F0808087F',
  I: '00417F4100',
  J: '2040413F01',
  K: '7F08142241',
  L: '7F40404040',
  M: '7F020C027F',
  N: '7F0408107F',
  O: '3E4141413E',
  P: '7F09090906',
  Q: '3E4151215E',
  R: '7F09192946',
  S: '4649494931',
  T: '01017F0101',
  U: '3F4040403F',
  V: '1F2040201F',
  W: '3F4038403F',
  X: '6314081463',
  Y: '0708700807',
  Z: '6151494543',
};

/** Writes one line on a dark strip; unknown characters leave a gap. `dot` is the size of a point in pixels. */
export function writeLine(brush: Brush, text: string, x: number, y: number, dot: number): void {
  const letters = [...text.toUpperCase()];
  brush.fillStyle = 'rgba(0, 0, 0, 0.55)';
  brush.fillRect(x - dot * 2, y - dot * 2, (letters.length * 6 + 3) * dot, dot * 11);
  brush.fillStyle = '#ffffff';
  letters.forEach((letter, place) => {
    const columns = glyphs[letter];
    if (!columns) return;
    for (let column = 0; column < 5; column += 1) {
      const bits = Number.parseInt(columns.slice(column * 2, column * 2 + 2), 16);
      for (let row = 0; row < 7; row += 1)
        if (bits & (1 << row)) brush.fillRect(x + (place * 6 + column) * dot, y + row * dot, dot, dot);
    }
  });
}
