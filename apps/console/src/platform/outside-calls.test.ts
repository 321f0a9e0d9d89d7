import { readAnswer, unreadable } from '@eyrie/client';
import { factoryAppearance, outsideCalls } from '@eyrie/domain';
import { expect, test } from 'vitest';
import { printedCalls } from './outside-calls.generated.ts';

const oid = '018f0000-0000-7000-8000-000000000001';
const notice = {
  oid,
  kind: 'maintenance',
  level: 'info',
  from: 1,
  until: 2,
  texts: { zh: '维护', en: 'Maintenance', ar: 'صيانة' },
};
const answers = {
  background: [
    {
      ...factoryAppearance,
      tileLevels: null,
      version: 0,
      nameChineseOnly: true,
      insuranceRequired: true,
      later: 1,
    },
    {
      ...factoryAppearance,
      tileLevels: { min: 1, max: 9 },
      version: 3,
      nameChineseOnly: false,
      insuranceRequired: true,
    },
  ],
  shownOutside: [{ at: 1, list: [notice, { ...notice, level: 'attention' }] }],
  openIdDoors: [[], [{ oid, name: 'One' }]],
} as const;
const others = [null, '', 'x', 0, 1.5, 181, -181, 2 ** 53, Infinity, true, [], [null], {}, oid.toUpperCase()];

/** The value with each of its parts, and itself, replaced by each of other kinds, and with each field left out. */
function* spoilt(value: unknown): Generator {
  yield* others;
  if (typeof value !== 'object' || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    for (const other of spoilt(part))
      yield Array.isArray(value) ? value.with(Number(name), other) : { ...value, [name]: other };
    if (!Array.isArray(value))
      yield Object.fromEntries(Object.entries(value).filter(([field]) => field !== name));
  }
}

const names = ['background', 'shownOutside', 'openIdDoors'] as const;

test.each(names)('the answer of %s is read as its declaration reads it', (name) => {
  for (const answer of answers[name]) {
    expect(readAnswer(printedCalls[name].answer, answer)).not.toBe(unreadable);
    let refused = 0;
    for (const given of [answer, ...spoilt(answer)]) {
      const declared = outsideCalls[name].response.safeParse(given);
      if (!declared.success) refused += 1;
      expect(readAnswer(printedCalls[name].answer, given), JSON.stringify(given)).toStrictEqual(
        declared.success ? declared.data : unreadable,
      );
    }
    expect(refused).toBeGreaterThan(5);
  }
});
