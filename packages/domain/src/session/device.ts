const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\/(\d+)/, 'Edge'],
  [/\bOPR\/(\d+)/, 'Opera'],
  [/\bFirefox\/(\d+)/, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\/(\d+)/, 'Chrome'],
  [/\bVersion\/(\d+)[^ ]* (?:Mobile\/\S+ )?Safari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/**
 * What somebody signed in with, as people name it: `Chrome 153 · Windows`. What is no browser keeps its own first
 * word; null when it said nothing about itself. A browser can claim to be another: good for recognising, not for proof.
 */
export const deviceOf = (userAgent: string | null): string | null => {
  if (userAgent === null || userAgent.trim() === '') return null;
  const browser = browsers.flatMap(([pattern, name]) => {
    const version = pattern.exec(userAgent)?.[1];
    return version === undefined ? [] : [`${name} ${version}`];
  })[0];
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1];
  const known = [browser, system].filter((part) => part !== undefined);
  return known.length > 0 ? known.join(' · ') : (userAgent.trim().split(/\s/)[0] ?? '').slice(0, 60);
};
