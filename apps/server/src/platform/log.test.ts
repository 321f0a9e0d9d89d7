import { expect, test } from 'vitest';
import { createLog, withCorrelation } from './log.ts';

function capture() {
  const lines: string[] = [];
  const log = createLog({ level: 'debug', destination: { write: (line: string) => void lines.push(line) } });
  return { log, lines, last: () => JSON.parse(lines.at(-1) ?? '{}') as Record<string, unknown> };
}

test('secrets are masked at any depth, in errors and in addresses', () => {
  const { log, lines } = capture();
  log.info(
    {
      req: { headers: { authToken: 'canary-1', cookie: 'canary-2', accept: 'text/html' } },
      body: { account: 'li', password: 'canary-3', captcha: 'canary-4', list: [{ secretHash: 'canary-5' }] },
      loginInfo: 'canary-6',
      url: '/login?authInfo=canary-7&lang=en',
    },
    'calling mqtt://eyrie:canary-8@127.0.0.1:1883',
  );
  log.error(new Error('no answer from postgres://eyrie:canary-9@db/eyrie'));
  log.child({ password: 'canary-10' }).warn('child');
  const text = lines.join('');
  expect(text).not.toContain('canary');
  expect(text).toContain('text/html');
  expect(text).toContain('"account":"li"');
  expect(text).toContain('lang=en');
});

test('one event is one JSON line with its correlation id, also with line breaks in it', () => {
  const { log, lines, last } = capture();
  withCorrelation(log, 'c-1').warn({ sn: 'A\nB' }, 'first\nsecond');
  expect(lines).toHaveLength(1);
  expect(lines[0]?.trimEnd()).not.toContain('\n');
  expect(last()).toMatchObject({ level: 'warn', correlationId: 'c-1', sn: 'A\nB', msg: 'first\nsecond' });
});

test('errors keep type, message and code', () => {
  const { log, last } = capture();
  log.error({ err: Object.assign(new Error('gone'), { code: 'ECONNRESET' }) }, 'lost');
  expect(last()).toMatchObject({ err: { type: 'Error', message: 'gone', code: 'ECONNRESET' }, msg: 'lost' });
});
