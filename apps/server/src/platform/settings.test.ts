import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readSettings, SettingsError } from './settings.ts';

function problemsOf(env: Record<string, string>): Record<string, string> {
  try {
    readSettings(env);
  } catch (error) {
    if (error instanceof SettingsError) {
      return Object.fromEntries(error.problems.map((one) => [one.variable, one.value]));
    }
    throw error;
  }
  return {};
}

test('an empty environment gives the documented defaults', () => {
  expect(readSettings({ EYRIE_PORT: '  ' })).toMatchObject({
    port: 8080,
    host: '127.0.0.1',
    mqttPort: 1883,
    rtmpPort: 1935,
    dataDir: resolve('./data'),
    databaseUrl: undefined,
    mqttUrl: undefined,
    emqx: undefined,
    s3: undefined,
    demo: 'auto',
    processes: ['api', 'gateway', 'scheduler', 'worker', 'bulk'],
    logLevel: 'info',
    trustedProxies: [],
    unknownVariables: [],
  });
});

test('values are read into their types', () => {
  const settings = readSettings({
    EYRIE_PORT: '0',
    EYRIE_PUBLIC_URL: 'https://eyrie.example/',
    EYRIE_PROCESSES: 'worker, api',
    EYRIE_MQTT_URL: 'mqtt://server:secret@broker.example',
    EYRIE_TRUSTED_PROXIES: '10.0.0.0/8, ::1',
    EYRIE_DEMO: '0',
    EYRIE_DEMO_SPEED: '2.5',
    EYRIE_DEMO_LANGUAGE: 'ar',
    EYRIE_S3_ENDPOINT: 'http://127.0.0.1:9000',
    EYRIE_S3_BUCKET: 'eyrie-media',
    EYRIE_S3_ACCESS_KEY_ID: 'id',
    EYRIE_S3_SECRET_ACCESS_KEY: 'key',
    EYRIE_PROT: '1',
  });
  expect(settings).toMatchObject({
    port: 0,
    publicUrl: 'https://eyrie.example',
    processes: ['api', 'worker'],
    trustedProxies: ['10.0.0.0/8', '::1'],
    demo: 'off',
    demoSpeed: 2.5,
    demoLanguage: 'ar',
    demoLanguageOpen: false,
    s3: { endpoint: 'http://127.0.0.1:9000', region: 'us-east-1', bucket: 'eyrie-media' },
    unknownVariables: ['EYRIE_PROT'],
  });
});

test('every wrong variable is named at once, with its value and what is allowed', () => {
  const wrong = {
    EYRIE_PORT: '65536',
    EYRIE_HOST: 'a b',
    EYRIE_MQTT_PORT: '0x10',
    EYRIE_RTMP_PORT: '-1',
    EYRIE_DATABASE_URL: 'mysql://a',
    EYRIE_MQTT_URL: 'http://a',
    EYRIE_EMQX_API_URL: 'mqtt://a',
    EYRIE_EMQX_LISTEN: '127.0.0.1:0',
    EYRIE_EMQX_SECRET: 'short',
    EYRIE_S3_BUCKET: 'A',
    EYRIE_PUBLIC_URL: 'eyrie.example',
    EYRIE_PUBLIC_MQTT_URL: 'http://x',
    EYRIE_PUBLIC_RTMP_URL: 'http://x',
    EYRIE_NTP_HOST: '/',
    EYRIE_DEMO: 'maybe',
    EYRIE_DEMO_SPEED: '51',
    EYRIE_ADMIN_PASSWORD: 'short',
    EYRIE_PROCESSES: 'api,web',
    EYRIE_INSTANCE_ID: 'a/b',
    EYRIE_HEALTH_PORT: '0',
    EYRIE_DRAIN_SECONDS: '121',
    EYRIE_TRUSTED_PROXIES: '10.0.0.0/33',
    EYRIE_METRICS_TOKEN: 'short',
    EYRIE_LOG_LEVEL: 'loud',
  };
  const problems = problemsOf(wrong);
  for (const name of Object.keys(wrong)) expect(Object.keys(problems)).toContain(name);
  expect(problems['EYRIE_PORT']).toBe('65536');
  expect(problems['EYRIE_ADMIN_PASSWORD']).toBe('[masked]');
  expect(() => readSettings({ EYRIE_PORT: 'x' })).toThrow(
    'EYRIE_PORT=x — allowed: a whole number from 0 to 65535 (0 = any free port)',
  );
});

test('tables of telemetry are plain, and TimescaleDB is refused by the name of the setting', () => {
  expect(readSettings({}).telemetryTables).toBe('plain');
  expect(readSettings({ EYRIE_TELEMETRY_TABLES: 'plain' }).telemetryTables).toBe('plain');
  expect(() => readSettings({ EYRIE_TELEMETRY_TABLES: 'timescale' })).toThrow(
    'EYRIE_TELEMETRY_TABLES=timescale — allowed: plain, which is days as partitions of PostgreSQL; TimescaleDB was not tried',
  );
});

test('half a group is refused by naming the missing half', () => {
  expect(Object.keys(problemsOf({ EYRIE_TLS_CERT: '/tmp/cert.pem' }))).toEqual(['EYRIE_TLS_KEY']);
  expect(Object.keys(problemsOf({ EYRIE_S3_ENDPOINT: 'http://s3' }))).toHaveLength(3);
});

describe('EMQX as the broker', () => {
  const api = {
    EYRIE_MQTT_URL: 'mqtt://eyrie:secret@broker.example:1884',
    EYRIE_EMQX_API_URL: 'http://broker.example:18083/api/v5/',
    EYRIE_EMQX_API_KEY: 'eyrie',
    EYRIE_EMQX_API_SECRET: 'api-secret',
  };
  const secret = 'a'.repeat(32);

  test('is read with where it asks this server, or that it asks another one', () => {
    const known = { url: 'http://broker.example:18083/api/v5', key: 'eyrie', secret: 'api-secret' };
    expect(readSettings(api).emqx).toEqual({ api: known, listen: undefined });
    const listening = { ...api, EYRIE_EMQX_LISTEN: '[::1]:8095', EYRIE_EMQX_SECRET: secret };
    expect(readSettings(listening).emqx).toEqual({ api: known, listen: { host: '::1', port: 8095, secret } });
  });

  test('is refused in part, by naming what is missing', () => {
    const { EYRIE_MQTT_URL: _url, ...noBroker } = api;
    expect(Object.keys(problemsOf(noBroker))).toEqual(['EYRIE_MQTT_URL']);
    const { EYRIE_EMQX_API_KEY: _key, ...noKey } = api;
    expect(Object.keys(problemsOf(noKey))).toEqual(['EYRIE_EMQX_API_KEY']);
    expect(Object.keys(problemsOf({ ...api, EYRIE_EMQX_LISTEN: '127.0.0.1:8095' }))).toEqual([
      'EYRIE_EMQX_SECRET',
    ]);
    const alone = { EYRIE_EMQX_LISTEN: '127.0.0.1:8095', EYRIE_EMQX_SECRET: secret };
    expect(Object.keys(problemsOf(alone))).toEqual(['EYRIE_EMQX_API_URL']);
    expect(problemsOf({ ...api, EYRIE_EMQX_SECRET: 'not long enough' })).toMatchObject({
      EYRIE_EMQX_SECRET: '[masked]',
    });
  });
});

test('an outside media server is refused where docks are not named of it, or named to send by WHIP', () => {
  const outside = { EYRIE_MEDIA_SERVER_URL: 'http://srs:8080/', EYRIE_MEDIA_SERVER_API: 'http://srs:1985' };
  const named = { ...outside, EYRIE_PUBLIC_RTMP_URL: 'rtmp://media.example.com' };
  expect(Object.keys(problemsOf({ EYRIE_MEDIA_SERVER_URL: 'http://srs:8080' }))).toEqual([
    'EYRIE_MEDIA_SERVER_API',
  ]);
  expect(Object.keys(problemsOf(outside))).toEqual(['EYRIE_PUBLIC_RTMP_URL']);
  expect(Object.keys(problemsOf({ ...named, EYRIE_PUSH_PROTOCOL: 'whip' }))).toEqual(['EYRIE_PUSH_PROTOCOL']);
  expect(readSettings(named).mediaServer).toEqual({ url: 'http://srs:8080', api: 'http://srs:1985' });
  expect(readSettings({}).mediaServer).toBeUndefined();
});

test('an outside photogrammetry engine is an address alone; a token of none is refused', () => {
  const url = 'http://nodeodm:3000/';
  expect(readSettings({ EYRIE_PHOTOGRAMMETRY_URL: url }).photogrammetry).toEqual({
    url: 'http://nodeodm:3000',
    token: undefined,
  });
  const both = { EYRIE_PHOTOGRAMMETRY_URL: url, EYRIE_PHOTOGRAMMETRY_TOKEN: 'a-token' };
  expect(readSettings(both).photogrammetry?.token).toBe('a-token');
  expect(readSettings({}).photogrammetry).toBeUndefined();
  expect(Object.keys(problemsOf({ EYRIE_PHOTOGRAMMETRY_TOKEN: 'a-token' }))).toEqual([
    'EYRIE_PHOTOGRAMMETRY_URL',
  ]);
  for (const wrong of ['ftp://nodeodm', 'http://nodeodm/?token=x', 'http://a:b@nodeodm/', 'nodeodm:3000'])
    expect(problemsOf({ EYRIE_PHOTOGRAMMETRY_URL: wrong })).toHaveProperty('EYRIE_PHOTOGRAMMETRY_URL');
  expect(problemsOf({ ...both, EYRIE_PHOTOGRAMMETRY_TOKEN: 'with a blank' })).toEqual({
    EYRIE_PHOTOGRAMMETRY_TOKEN: '[masked]',
  });
});

test('bulk calls are refused a process where nobody hands them on', () => {
  const alone = { EYRIE_PROCESSES: 'worker,bulk', EYRIE_MQTT_URL: 'mqtt://b' };
  expect(problemsOf(alone)).toHaveProperty('EYRIE_PROCESSES');
  expect(readSettings({ ...alone, EYRIE_PROCESSES: 'api,bulk' }).processes).toEqual(['api', 'bulk']);
});

test('parts that run apart are refused by name without a broker that all of them reach', () => {
  for (const parts of ['api', 'gateway', 'api,scheduler', 'api,gateway,worker'])
    expect(problemsOf({ EYRIE_PROCESSES: parts })).toHaveProperty('EYRIE_PROCESSES');
  for (const parts of ['all', 'api,gateway,scheduler', 'worker'])
    expect(readSettings({ EYRIE_PROCESSES: parts }).mqttUrl).toBeUndefined();
  expect(readSettings({ EYRIE_PROCESSES: 'api', EYRIE_MQTT_URL: 'mqtt://b' }).processes).toEqual(['api']);
});

test.each([
  [{ LANG: 'en_US.UTF-8' }, 'en'],
  [{ LANG: 'zh_CN.UTF-8' }, 'zh-CN'],
  [{ LC_ALL: 'ar_SA', LANG: 'en_US' }, 'ar'],
  [{ LANG: 'C.UTF-8' }, 'zh-CN'],
  [{ LANG: 'fr_FR' }, 'zh-CN'],
  [{}, 'zh-CN'],
])('a demo that begins on a machine with %o is filled in %s, at the speed of life', (env, demoLanguage) => {
  expect(readSettings(env)).toMatchObject({ demoLanguage, demoLanguageOpen: true, demoSpeed: 1 });
});
