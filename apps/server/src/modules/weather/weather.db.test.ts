import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { limits, weatherCalls, type ResponseOf } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestFlights } from '../../testing/flights.ts';
import { createTestRooms } from '../../testing/rooms.ts';
import { weatherEndpoints } from './index.ts';
import type { WeatherSettings } from './providers.ts';

const rooms = await createTestRooms();
await rooms.seed('kappa', ['administrator'], 'Flug-4711!');
await rooms.seed('tau', ['administrator'], 'Flug-4711!');
const token = await rooms.tokenOf('kappa-administrator');
const foreign = await rooms.tokenOf('tau-administrator');

let answer: RequestListener = (_, response) => response.end();
let asked: { path: string | undefined; key: unknown }[] = [];
const provider = createServer((request, response) => {
  asked.push({ path: request.url, key: request.headers['x-qw-api-key'] });
  answer(request, response);
});
let url = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
});
afterAll(async () => {
  provider.closeAllConnections();
  await new Promise((resolve) => provider.close(resolve));
  await rooms.close();
});
beforeEach(() => {
  asked = [];
});
afterEach(() => sql`delete from weather_reading`.execute(rooms.db));

const served = (settings: Partial<WeatherSettings> | undefined, loopback = true) =>
  weatherEndpoints(rooms.runtime, {
    settings: settings && { provider: 'open-meteo', url, key: 'secret-4711', ...settings },
    loopback,
  });
const city = async (extra = served({}), by = token): Promise<ResponseOf<typeof weatherCalls.city>> =>
  (await rooms.call(weatherCalls.city, { lng: '113.93', lat: '22.52' }, { token: by, extra }))
    .data as ResponseOf<typeof weatherCalls.city>;
const says =
  (body: unknown): RequestListener =>
  (_, response) =>
    void response.end(JSON.stringify(body));
const meteo = {
  current: {
    temperature_2m: 24.5,
    relative_humidity_2m: 71,
    precipitation: 0.2,
    wind_speed_10m: 4.1,
    wind_direction_10m: 225,
  },
};

describe('the sensors of docks', () => {
  it('come first, with their age, and to nobody else', async () => {
    const dock = await createTestFlights(rooms.runtime).dock('kappa-administrator');
    await sql`insert into dock_snapshot (dock_oid, online, lng, lat, last_seen_at, dock_values, drone_values,
        drone_online, drone_airborne, drone_last_seen_at)
      values (${dock}, true, 113.9, 22.5, ${new Date(rooms.runtime.serverTime() - 4_000)},
        '{"wind_speed":5.5,"rainfall":1,"environment_temperature":19.5,"humidity":80}', '{"wind_direction":3}',
        true, true, ${new Date(rooms.runtime.serverTime())})`.execute(rooms.db);
    const { docks, outside } = await city(served(undefined));
    expect(docks).toMatchObject([
      { dockOID: dock, wind: 5.5, rainfall: 'light', temperature: 19.5, humidity: 80, ageMs: 4_000 },
    ]);
    expect(outside).toMatchObject({ state: 'off', reading: null });
    expect((await city(served(undefined), foreign)).docks).toEqual([]);
    const direction = async (): Promise<ResponseOf<typeof weatherCalls.direction>> =>
      (await rooms.call(weatherCalls.direction, {}, { token, extra: served({}) })).data as ResponseOf<
        typeof weatherCalls.direction
      >;
    answer = says(meteo);
    expect((await direction()).list).toMatchObject([{ windFrom: 90, windFromOf: 'drone' }]);
    await sql`update dock_snapshot set drone_airborne = false`.execute(rooms.db);
    expect((await direction()).list).toMatchObject([{ windFrom: 225, windFromOf: 'outside', wind: 5.5 }]);
  });
});

describe('a provider outside', () => {
  it('is asked once for a cell, and answers from the database after', async () => {
    answer = says(meteo);
    const reading = { temperature: 24.5, humidity: 71, wind: 4.1, windFrom: 225, rain: 0.2 };
    expect((await city()).outside).toMatchObject({ state: 'ok', provider: 'open-meteo', ageMs: 0, reading });
    expect((await city()).outside.reading).toEqual(reading);
    expect(asked).toHaveLength(1);
    expect(asked[0]?.path).toContain('latitude=22.5&longitude=113.9');
  });

  it('of QWeather gets its key, and its packed answer is read', async () => {
    answer = (_, response) => {
      response.setHeader('content-encoding', 'gzip');
      const now = { temp: '24', humidity: '72', windSpeed: '18', wind360: '123', precip: '0.0' };
      response.end(gzipSync(JSON.stringify({ code: '200', now })));
    };
    const { outside } = await city(served({ provider: 'qweather' }));
    expect(outside.reading).toEqual({ temperature: 24, humidity: 72, wind: 5, windFrom: 123, rain: 0 });
    expect(asked).toEqual([{ path: '/v7/weather/now?location=113.9,22.5', key: 'secret-4711' }]);
    expect(JSON.stringify(outside)).not.toContain('4711');
  });

  it.each([
    ['status', (_, response) => void response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end()],
    ['status', (_, response) => void response.writeHead(500).end()],
    ['shape', (_, response) => void response.end('<html>')],
    ['shape', says({ current: { temperature_2m: 'warm' } })],
    ['unreachable', (_, response) => void response.end('x'.repeat(limits.weather.bodyBytes + 1))],
    ['unreachable', (request) => void request.socket.destroy()],
  ] as [string, RequestListener][])(
    'that fails is said to fail (%s), and is left alone for a minute',
    async (failure, said) => {
      answer = said;
      expect((await city()).outside).toMatchObject({ state: 'failed', failure, reading: null, at: null });
      await city();
      expect(asked).toHaveLength(1);
    },
  );

  it('that fails later leaves what it said, with its age', async () => {
    answer = says(meteo);
    await city();
    answer = (_, response) => void response.writeHead(500).end();
    rooms.clock.move(limits.weather.freshFor + 1_000);
    expect((await city()).outside).toMatchObject({
      state: 'failed',
      failure: 'status',
      ageMs: limits.weather.freshFor + 1_000,
      reading: { wind: 4.1 },
    });
  });

  it('on this machine is not called where others reach the server', async () => {
    answer = says(meteo);
    expect((await city(served({}, false))).outside).toMatchObject({
      state: 'failed',
      failure: 'unreachable',
    });
    expect(asked).toEqual([]);
  });
});
