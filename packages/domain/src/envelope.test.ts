import { describe, expect, it } from 'vitest';
import { refusalReasons, refusalStatus } from './envelope.ts';
import { isSuppressed, silentReasons } from './suppressed.ts';

/** The kinds of refusal that the product knows; any other status would surprise a client. */
const known = [400, 401, 403, 404, 405, 409, 413, 415, 422, 429, 500, 502, 503, 504];

describe('refusals', () => {
  it('have one status for every reason, and no status without a reason', () => {
    expect(new Set(refusalReasons).size).toBe(refusalReasons.length);
    expect(Object.keys(refusalStatus).toSorted()).toEqual([...refusalReasons].toSorted());
  });

  it.each(refusalReasons)('%s has a status that clients know', (reason) => {
    expect(known).toContain(refusalStatus[reason]);
  });

  it('are our fault in one case, and the device’s in two', () => {
    const of = (status: number) => refusalReasons.filter((reason) => refusalStatus[reason] === status);
    expect(of(500)).toEqual(['internal']);
    expect(new Set(of(502))).toEqual(
      new Set([
        'deviceRefused',
        // In the words of the open contract.
        'deviceExpired',
        'deviceUnknownCommand',
        'deviceInvalidArguments',
        'deviceBusy',
        'deviceUnsafe',
        'deviceNotAble',
        'deviceFault',
        // A server that maps come from.
        'layerSource',
      ]),
    );
    expect(of(504)).toEqual(['deviceSilent']);
    expect(of(503).toSorted()).toEqual([
      'auditBlocked',
      'brokerDown',
      'databaseDown',
      'maintenance',
      'noRoom',
      // No compiler of PDF files runs here.
      'reportNoPdf',
      'startingUp',
    ]);
  });

  it('stay silent by the codes of the spec, by those of its texts, and by declared reasons', () => {
    for (const code of [319042, 319044, 327014, 514303, 211001, 513003, 13003, 513011, 13011])
      expect(isSuppressed(code, 'deviceRefused')).toBe(true);
    expect(isSuppressed(504, 'deviceSilent')).toBe(true);
    expect(isSuppressed(319016, 'deviceRefused')).toBe(false);
    expect(isSuppressed(409, null)).toBe(false);
    // "No video stream currently" is shown: the text that the spec suppresses is another.
    expect(isSuppressed(409, 'noStream')).toBe(false);
    for (const reason of silentReasons) expect(refusalReasons).toContain(reason);
  });
});
