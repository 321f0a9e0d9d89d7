/**
 * What a page meets that brings its picture up by itself on a busy machine: the dock is not ready, does not answer in
 * time, the picture is not there yet or breaks off, or the page is left before the dock has begun it. It says so and tries again; a story about something else expects it.
 */
const slow = [
  /\b(?:409|502|503|504)\b.*(?:startLive|stopLive)\.rest/,
  /\b(?:404|503)\b.*\/video\//,
  /request failed.*\/video\/.*ERR_INCOMPLETE_CHUNKED_ENCODING/,
  /Failed to load resource.*(?:startLive|stopLive|\/video\/)/,
];

/** Faults for a story: those of slow pictures, and its own. As one: of two in a list the library takes the second for options. */
export const withSlowPictures = (...own: readonly RegExp[]): RegExp[] => [
  new RegExp([...slow, ...own].map(({ source }) => source).join('|')),
];
