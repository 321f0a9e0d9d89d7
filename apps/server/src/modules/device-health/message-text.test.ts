import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldKey } from './message-fold.ts';
import { messageText } from './message-text.ts';

describe('what a message carried', () => {
  const text = (data: unknown, most = 4_096): string => messageText(data, most).text ?? '';

  it('shows no secret, wherever it lies', () => {
    const shown = text({
      credentials: { access_key_id: 'AKID-1', access_key_secret: 'S3cret-1', security_token: 'T0ken-1' },
      app_license: 'L1cense',
      list: [{ mqtt: { password: 'P4ss' } }, { token: ['T0ken-2'] }],
      file: { url: 'https://u:P4ss2@objects.example/a.kmz?X-Amz-Signature=S1gn', fingerprint: 'abc' },
      live: { url: 'rtmp://media.example/live/Str3am-key' },
      bucket: 'media',
    });
    for (const secret of ['AKID', 'S3cret', 'T0ken-1', 'L1cense', 'P4ss', 'S1gn', 'Str3am'])
      expect(shown).not.toContain(secret);
    expect(shown).toContain('objects.example/a.kmz');
    expect(shown).toContain('"bucket":"media"');
  });

  it('masks lists of secrets too', () => {
    expect(text({ tokens: ['T0ken-2', 'T0ken-3'] })).not.toContain('T0ken');
  });

  it('is cut, says so, and can always be stored', () => {
    expect(messageText({ a: 'x'.repeat(100) }, 20)).toEqual({ text: '{"a":"xxxxxxxxxxxxxx', cut: true });
    expect(messageText(null, 20)).toEqual({ text: null, cut: false });
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 0, max: 50 }), (data, most) => {
        const { text: shown } = messageText(data, most);
        expect((shown ?? '').length).toBeLessThanOrEqual(Math.max(most, 0) + 1);
        expect(shown ?? '').not.toContain('\u0000');
        expect((shown ?? '').isWellFormed()).toBe(true);
      }),
    );
  });
});

describe('what says the same again', () => {
  const key = (
    method: string | null,
    data: unknown,
    part: { kind?: string; needReply?: boolean; tid?: string } = {},
  ) =>
    foldKey('up', part.kind ?? 'events', 'SN', {
      method,
      data,
      needReply: part.needReply ?? false,
      tid: part.tid ?? null,
    });

  it('is a list of the same alarms, and progress with the same word', () => {
    const list = (...codes: string[]) => ({ list: codes.map((code) => ({ code })) });
    expect(key('hms', list('a', 'b'))).toBe(key('hms', list('b', 'a')));
    expect(key('hms', list('a'))).not.toBe(key('hms', list()));
    const progress = (status: string, percent: number) => ({
      result: 0,
      output: { status, progress: { percent } },
    });
    expect(key('flighttask_progress', progress('in_progress', 1))).toBe(
      key('flighttask_progress', progress('in_progress', 2)),
    );
    expect(key('flighttask_progress', progress('ok', 100))).not.toBe(
      key('flighttask_progress', progress('in_progress', 99)),
    );
  });

  it('is never another order, answer or request', () => {
    for (const kind of ['services', 'services_reply', 'requests'])
      expect(key('a', {}, { kind, tid: '1' })).not.toBe(key('a', {}, { kind, tid: '2' }));
    expect(key('a', {}, { needReply: true, tid: '1' })).not.toBe(key('a', {}, { needReply: true, tid: '2' }));
    expect(key('a', {}, { kind: 'services' })).toBeNull();
  });
});
