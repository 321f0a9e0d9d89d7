import { describe, expect, it } from 'vitest';
import { commandCalls } from '../command/command.calls.ts';
import {
  isOfSearchlight,
  psdkMethods,
  psdkRefusal,
  psdkStateRefusal,
  utf8Bytes,
  type PsdkFacts,
} from './psdk.ts';

const facts: PsdkFacts = {
  online: true,
  sticks: true,
  searchlights: [{ psdkIndex: 5 }],
  payloads: [{ index: 1, values: [{ index: 0 }, { index: 7 }] }],
};
const click = {
  oid: '01900000-0000-7000-8000-000000000001',
  key: 'one-of-many',
  tabId: 'tab-of-a-page',
  issuedAt: 1_763_690_000_000,
};

describe('what may be ordered of a payload device', () => {
  it.each(psdkMethods)('%s is refused while the aircraft is off, whatever it carries', (method) => {
    expect(psdkRefusal(method, { psdkIndex: 5 }, { ...facts, online: false })).toBe('droneOff');
  });

  it('is of a searchlight only what reported itself as one, over the link of sticks', () => {
    for (const method of psdkMethods.filter(isOfSearchlight)) {
      expect(psdkRefusal(method, { psdkIndex: 5 }, facts)).toBe(null);
      expect(psdkRefusal(method, { psdkIndex: 5 }, { ...facts, sticks: false })).toBe('drcMissing');
      // A payload of another kind has the number that others hard-code.
      expect(psdkRefusal(method, { psdkIndex: 1 }, facts)).toBe('searchlightMissing');
    }
  });

  it('is refused by the state alone for what stands against it whichever device it is given to', () => {
    const states = [true, false].flatMap((online) => [true, false].map((sticks) => ({ online, sticks })));
    for (const method of psdkMethods)
      for (const state of states) {
        const none: PsdkFacts = { ...state, searchlights: [], payloads: [] };
        const refused = psdkStateRefusal(method, state);
        const missing = isOfSearchlight(method) ? 'searchlightMissing' : 'psdkMissing';
        expect([method, state, psdkRefusal(method, { psdkIndex: 5 }, none)]).toEqual([
          method,
          state,
          refused ?? missing,
        ]);
      }
  });

  it('is of widgets those that the dock reported', () => {
    expect(psdkRefusal('widgetSet', { psdkIndex: 1, widget: 7 }, facts)).toBe(null);
    expect(psdkRefusal('widgetSet', { psdkIndex: 1, widget: 1 }, facts)).toBe('widgetMissing');
    expect(psdkRefusal('widgetSet', { psdkIndex: 2, widget: 7 }, facts)).toBe('psdkMissing');
    expect(psdkRefusal('widgetSet', { psdkIndex: 1, widget: 7 }, { ...facts, payloads: null })).toBe(
      'psdkMissing',
    );
    // They need no link of sticks.
    expect(psdkRefusal('widgetSet', { psdkIndex: 1, widget: 7 }, { ...facts, sticks: false })).toBe(null);
  });

  it('is a text of 128 bytes, however many signs these are', () => {
    const refusal = (text: string) => psdkRefusal('widgetText', { psdkIndex: 1, text }, facts);
    expect([utf8Bytes('aé'), utf8Bytes('灯'), utf8Bytes('🔦')]).toEqual([3, 3, 4]);
    expect(refusal('a'.repeat(128))).toBe(null);
    expect(refusal(`${'灯'.repeat(42)}aa`)).toBe(null);
    expect(refusal('灯'.repeat(43))).toBe('widgetTextLong');
  });
});

describe('the fields of orders to payload devices', () => {
  const faultsOf = (method: (typeof psdkMethods)[number], fields: object): string[] =>
    commandCalls[method].request
      .safeParse({ ...click, psdkIndex: 5, ...fields })
      .error?.issues.map(({ path }) => path.join('.')) ?? [];

  it.each([
    ['searchlightMode', { lightMode: 'alternating' }],
    ['searchlightBrightness', { brightness: 1 }],
    ['searchlightBrightness', { brightness: 100 }],
    ['searchlightTrim', { lamp: 'left', degrees: -3, saved: false }],
    ['searchlightTrim', { lamp: 'right', degrees: 3, saved: true }],
    ['searchlightCalibrate', {}],
    ['widgetSet', { widget: 0, value: -1 }],
    ['widgetText', { text: '灯' }],
  ] as const)('%s takes %o', (method, fields) => {
    expect(faultsOf(method, fields)).toEqual([]);
  });

  it.each([
    ['searchlightMode', { lightMode: 1 }, 'lightMode'],
    ['searchlightMode', { lightMode: 'on', psdkIndex: -1 }, 'psdkIndex'],
    ['searchlightMode', { lightMode: 'on', psdkIndex: 16 }, 'psdkIndex'],
    ['searchlightBrightness', { brightness: 0 }, 'brightness'],
    ['searchlightBrightness', { brightness: 101 }, 'brightness'],
    ['searchlightBrightness', { brightness: 50.5 }, 'brightness'],
    ['searchlightBrightness', { brightness: '50' }, 'brightness'],
    ['searchlightTrim', { lamp: 'left', degrees: 4, saved: true }, 'degrees'],
    ['searchlightTrim', { lamp: 'left', degrees: -4, saved: true }, 'degrees'],
    ['searchlightTrim', { lamp: 'both', degrees: 0, saved: true }, 'lamp'],
    ['searchlightTrim', { lamp: 'left', degrees: 0, saved: 1 }, 'saved'],
    ['widgetSet', { widget: -1, value: 0 }, 'widget'],
    ['widgetSet', { widget: 0, value: 2_147_483_648 }, 'value'],
    ['widgetSet', { widget: 0, value: null }, 'value'],
    ['widgetText', { text: '' }, 'text'],
    ['widgetText', { text: 'x'.repeat(129) }, 'text'],
    ['widgetText', { text: 'a\u0007b' }, 'text'],
  ] as const)('%s does not take %o', (method, fields, field) => {
    expect(faultsOf(method, fields)).toEqual([field]);
  });
});
