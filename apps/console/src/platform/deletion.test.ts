import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CallRefused, CallUnreachable } from '@eyrie/client';
import { calls, lastWord, type CallDeclaration } from '@eyrie/domain';
import { describe, expect, it, vi } from 'vitest';
import { isHeldBack } from './refused.ts';
import { consequenceOf, runDeletion } from './run-deletion.ts';

/** Every declared call that deletes records, as sources name it. */
const removals = Object.entries(calls).flatMap(([room, declared]) =>
  Object.entries<CallDeclaration>(declared)
    .filter(([, call]) => lastWord(call).startsWith('delete'))
    .map(([name]) => ({ name: `${room}Calls.${name}` })),
);

/** What deletes no record that anybody made, and so neither asks as a deletion nor says that one was cancelled. */
const others: Readonly<Record<string, string>> = {
  'notificationCalls.remove': 'a message that was read goes without a question',
  'deviceHealthCalls.remove': 'hides a row, which stays',
  'flightErrorCalls.remove': 'hides a row, which stays',
  'displayCalls.remove': 'signs a screen out, which is asked and reported as a revocation',
};

const root = join(import.meta.dirname, '..');
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

const uses = (pattern: (name: string) => RegExp, name: string): string[] =>
  sources.filter(({ text }) => pattern(name.replace('.', '\\.')).test(text)).map(({ file }) => file);

/** Made without the question, the word of what was cancelled and the dialog of what holds a record. */
const bare = (name: string): RegExp =>
  new RegExp(`\\bcall(?:<\\w+>)?\\(\\s*${name}\\b|change\\(\\{\\s*call: ${name}\\b`);

describe('every deletion of the console', () => {
  it('is found', () => {
    expect(removals.length).toBeGreaterThan(15);
    expect(removals.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(others)));
  });

  it('is seen where it is made without the shared way', () => {
    expect(bare('routeCalls\\.remove').test('await call(routeCalls.remove, { oids })')).toBe(true);
    expect(bare('routeCalls\\.remove').test('change({ call: routeCalls.remove, request })')).toBe(true);
    expect(bare('routeCalls\\.remove').test('<Allowed call={routeCalls.remove}>')).toBe(false);
  });

  it.each(removals)('$name asks, reports and explains by the shared way', ({ name }) => {
    if (!(name in others)) expect(uses(bare, name)).toEqual([]);
  });
});

const course = (agreed: boolean, error?: unknown) => {
  const deletion = {
    ask: vi.fn<() => Promise<boolean>>(() => Promise.resolve(agreed)),
    send: vi.fn<() => Promise<string>>(() =>
      error === undefined ? Promise.resolve('answer') : Promise.reject(error),
    ),
    cancelled: vi.fn<() => void>(),
    deleted: vi.fn<() => void>(),
    isHeld: isHeldBack,
    held: vi.fn<() => void>(),
    failed: vi.fn<() => void>(),
  };
  const endings = (): string[] =>
    (['cancelled', 'deleted', 'held', 'failed'] as const).filter(
      (end) => deletion[end].mock.calls.length > 0,
    );
  return { deletion, endings };
};

const refusal = (status: number, message: string): CallRefused =>
  new CallRefused({ status, code: status, reason: 'inUse', message, data: null });

describe('the course of a deletion', () => {
  it('sends nothing and says so when the person declines', async () => {
    const { deletion, endings } = course(false);
    await runDeletion(deletion);
    expect(deletion.send).not.toHaveBeenCalled();
    expect(endings()).toEqual(['cancelled']);
  });

  it('sends once and says so when the person agrees', async () => {
    const { deletion, endings } = course(true);
    await runDeletion(deletion);
    expect(deletion.send).toHaveBeenCalledTimes(1);
    expect(endings()).toEqual(['deleted']);
  });

  it('shows what holds a record', async () => {
    const { deletion, endings } = course(true, refusal(409, 'in use'));
    await runDeletion(deletion);
    expect(endings()).toEqual(['held']);
  });

  it('reports every other failure as one', async () => {
    for (const error of [refusal(403, 'not allowed'), new CallUnreachable('Network Error', null)]) {
      const { deletion, endings } = course(true, error);
      await runDeletion(deletion);
      expect(endings()).toEqual(['failed']);
    }
  });
});

describe('the question before a deletion', () => {
  it('never stands empty: it says whether the deletion can be taken back', () => {
    expect(consequenceOf(() => undefined)).toBe('app.deletionUndo');
    expect(consequenceOf(undefined)).toBe('app.deletionFinal');
  });
});
