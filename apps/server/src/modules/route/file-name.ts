const LONGEST = 64;

/** A route's name from the name of its file: without folders, ending and control characters. */
export function nameOfFile(fileName: string): string {
  const last = fileName.split(/[\\/]/).at(-1) ?? '';
  const name = last
    .replace(/\.(kmz|kml|zip)$/i, '')
    .replaceAll(/\p{C}/gu, '')
    .trim();
  return [...name].slice(0, LONGEST).join('') || 'KMZ';
}
