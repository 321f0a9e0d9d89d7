import { describe, expect, it } from 'vitest';
import { pathGuesses, pathGuessFaults } from './path-guesses.ts';

describe('the path of a call', () => {
  it.each([
    "calls.filter((one) => !one.path.includes('login'))",
    '/Job/.test(declaration.path)',
    "endpoint.declaration.path.endsWith('delete.rest')",
    'const isRead = (call: Call) => call.path.match(/query/) !== null',
  ])('is not asked how it is spelled: %s', (text) => {
    expect(pathGuesses(text)).toHaveLength(1);
    const path = 'apps/server/src/platform/http/guard.ts';
    expect(pathGuessFaults([{ path, text }])).toEqual([expect.stringContaining(path)]);
  });

  it.each([
    'app.route({ url: declaration.path })',
    "declaration.path.replace(/\\{(\\w+)\\}/g, ':$1')",
    "file.path.endsWith('.ts')",
    'names.includes(name)',
  ])('is used as it is: %s', (text) => expect(pathGuesses(text)).toEqual([]));
});
