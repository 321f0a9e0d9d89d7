import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const lines: string[] = [];
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ EYRIE_LOG_LEVEL: 'info' }, (line) => void lines.push(line));
});
afterAll(() => server?.close());

const envelope = (more: object): string =>
  JSON.stringify({ tid: randomUUID(), bid: randomUUID(), timestamp: 1, ...more });
/** What a device with a right password may send of itself and nobody can use, by the end of its topic. */
const nonsense: readonly (readonly [topic: string, payload: () => string])[] = [
  ['osd', () => ''],
  ['osd', () => '{'],
  ['osd', () => '[['.repeat(5_000)],
  ['osd', () => '\u0000\uFFFF'],
  ['osd', () => envelope({ data: null })],
  ['osd', () => envelope({ data: { wind_speed: 'strong', latitude: [], mode_code: {}, storage: -1 } })],
  ['osd', () => envelope({ data: { latitude: 91, longitude: 181, drone_charge_state: 'full' } })],
  ['state', () => envelope({ data: { [randomUUID()]: 'x'.repeat(2_000) } })],
  ['state', () => envelope({ data: { live_capacity: 7 }, gateway: 'another' })],
  ['events', () => envelope({ method: 'hms', data: { list: 'none' } })],
  ['events', () => envelope({ method: 'flighttask_progress', data: { output: 5 } })],
  ['events', () => envelope({ method: randomUUID(), data: {}, need_reply: 1 })],
  ['events', () => envelope({ method: 7 })],
  ['requests', () => envelope({ method: 'config', data: 'json' })],
  ['requests', () => envelope({ method: randomUUID(), data: null })],
  ['services_reply', () => envelope({ method: 'cover_open', data: { result: 'fine' } })],
  ['property/set_reply', () => envelope({ data: [] })],
  ['drc/up', () => envelope({ method: 'osd_info_push', data: { latitude: 'north' } })],
];

it('nonsense of a device with a right password fills no log: a line a second at most, and some of them are said', async () => {
  const { sn, dock } = await server.addDock();
  await dock.askedEvent('ready', {});
  const seconds = 6;
  lines.length = 0;
  const begun = performance.now();
  let sent = 0;
  while (performance.now() - begun < seconds * 1_000) {
    for (const [topic, payload] of nonsense) await dock.raw(`thing/product/${sn}/${topic}`, payload());
    sent += nonsense.length;
    // What came before this answer has been taken.
    await dock.askedEvent('ready', {});
  }
  const took = (performance.now() - begun) / 1_000;
  const said = lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
  expect(sent).toBeGreaterThan(5 * nonsense.length);
  expect(said.length, said.join('\n')).toBeGreaterThan(0);
  expect(said.length, said.join('\n')).toBeLessThanOrEqual(took);
});
