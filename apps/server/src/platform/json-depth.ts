const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Whether the brackets of a JSON text, outside strings, go deeper than so many; counted before anything is parsed. */
export const isDeeperThan = (text: string, most: number): boolean => {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (inString) {
      if (code === BACKSLASH) i += 1;
      else if (code === QUOTE) inString = false;
    } else if (code === QUOTE) inString = true;
    else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      if (depth > most) return true;
    } else if (code === 0x7d || code === 0x5d) depth -= 1;
  }
  return false;
};

/** No format of files that we read goes deeper. */
const fileDepth = 64;

/** What a JSON text from a file or from elsewhere says; a mark of its bytes before it is left out. @throws where it is none */
export const parseForeignJson = (text: string): unknown => {
  if (isDeeperThan(text, fileDepth)) throw new Error('too deep');
  return JSON.parse(text.replace(/^\uFEFF/, ''));
};
