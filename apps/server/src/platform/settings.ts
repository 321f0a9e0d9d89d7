import { languages, type Language } from '@eyrie/phrases';
import { resolve } from 'node:path';
import type { z } from 'zod';
import { rules } from './settings.rules.ts';
import type { ProcessName, Rule, WeatherProvider } from './settings.rules.ts';

export type { ProcessName } from './settings.rules.ts';

/** An outside object store that speaks S3. */
export interface S3Settings {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** EMQX: its management API, and where it asks this server; `listen` undefined: it asks others. */
interface EmqxSettings {
  api: { url: string; key: string; secret: string };
  listen: { host: string; port: number; secret: string } | undefined;
}

/** Everything that can be set from outside; one field for each `EYRIE_…` variable. */
export interface Settings {
  port: number;
  host: string;
  mqttPort: number;
  rtmpPort: number;
  /** UDP. */
  webrtcPort: number;
  /** Absolute path. */
  dataDir: string;
  /** Undefined: the embedded database. */
  databaseUrl: string | undefined;
  /** Who divides tables of telemetry by days; there is one way as yet. */
  telemetryTables: 'plain';
  /** Undefined: the embedded broker. */
  mqttUrl: string | undefined;
  /** The outside broker is EMQX; undefined: it is another one. */
  emqx: EmqxSettings | undefined;
  /** Undefined: objects lie in the data directory. */
  s3: S3Settings | undefined;
  /** Addresses that a real dock gets; undefined: derived from host and port. No slash at the end. */
  publicUrl: string | undefined;
  publicMqttUrl: string | undefined;
  publicRtmpUrl: string | undefined;
  /** Undefined: where the request of a browser arrived, and the addresses of this machine. */
  publicWebrtcHost: string | undefined;
  /** Where servers on other machines fetch pictures from; undefined: only those on this machine do. */
  videoUrl: string | undefined;
  /** How docks are ordered to send pictures. */
  pushProtocol: 'rtmp' | 'whip';
  /** Path of the program that takes pictures out of videos; undefined: nobody does. */
  ffmpeg: string | undefined;
  /** Path of the program that reads radiometric JPEGs; undefined: nobody does. */
  thermalCommand: string | undefined;
  /** Path of the program that makes copies of videos which browsers play; undefined: nobody does. */
  videoTranscoder: string | undefined;
  /** An outside photogrammetry engine that speaks NodeODM's API. No slash at the end. Undefined: there is none. */
  photogrammetry: { url: string; token: string | undefined } | undefined;
  /** An outside media server: where pictures are fetched from it, and its API. Undefined: pictures come to this product. */
  mediaServer: { url: string; api: string } | undefined;
  /** Paths of PEM files; both or none. */
  tlsCert: string | undefined;
  tlsKey: string | undefined;
  dji: { appId: string; appKey: string; appLicense: string };
  ntpHost: string;
  /** Undefined: the weather is what docks say. The key never leaves the server. */
  weather: { provider: WeatherProvider; url: string; key: string } | undefined;
  /** `auto`: only for a new data directory with no outside database. */
  demo: 'auto' | 'on' | 'off';
  /** Whether a demo that begins now is given three months behind it. */
  demoPast: boolean;
  demoSpeed: number;
  /** In which language a demo is filled that begins now. */
  demoLanguage: Language;
  /** Nobody named it: the first person who signs in decides. */
  demoLanguageOpen: boolean;
  adminPassword: string | undefined;
  processes: readonly ProcessName[];
  /** Undefined: the name that lies in the data directory. */
  instanceId: string | undefined;
  /** Port of health, readiness and metrics alone, for instances that open no other; undefined: none. */
  healthPort: number | undefined;
  /** How long this server says that it stops before it closes its ports, s. */
  drainSeconds: number;
  /** Addresses or networks (CIDR) whose X-Forwarded-For is believed. */
  trustedProxies: readonly string[];
  /** Hosts inside the network that layers of maps may come from. */
  layerHosts: readonly string[];
  /** Undefined: /metrics answers nobody. */
  metricsToken: string | undefined;
  logLevel: string;
  /** `EYRIE_…` variables that mean nothing here, most likely misspelt; worth a warning at start. */
  unknownVariables: readonly string[];
}

export interface SettingsProblem {
  variable: string;
  /** The value as given; `[masked]` for secrets. */
  value: string;
  allowed: string;
}

/** Thrown when variables are wrong; lists all of them with value and allowed range. */
export class SettingsError extends Error {
  readonly problems: readonly SettingsProblem[];
  constructor(problems: readonly SettingsProblem[]) {
    const lines = problems.map((one) => `  ${one.variable}=${one.value} — allowed: ${one.allowed}`);
    super(`wrong settings:\n${lines.join('\n')}`);
    this.name = 'SettingsError';
    this.problems = problems;
  }
}

type Name = keyof typeof rules;
type Values = { [N in Name]: z.output<(typeof rules)[N]['schema']> };

/** Settings that are useless in part: all of a group, or none. */
const groups: readonly (readonly Name[])[] = [
  ['EYRIE_S3_ENDPOINT', 'EYRIE_S3_BUCKET', 'EYRIE_S3_ACCESS_KEY_ID', 'EYRIE_S3_SECRET_ACCESS_KEY'],
  ['EYRIE_EMQX_API_URL', 'EYRIE_EMQX_API_KEY', 'EYRIE_EMQX_API_SECRET'],
  ['EYRIE_TLS_CERT', 'EYRIE_TLS_KEY'],
  ['EYRIE_WEATHER_PROVIDER', 'EYRIE_WEATHER_URL'],
  ['EYRIE_MEDIA_SERVER_URL', 'EYRIE_MEDIA_SERVER_API'],
];

function groupProblems(given: (name: Name) => string | undefined): SettingsProblem[] {
  return groups.flatMap((group) => {
    const present = group.filter((name) => given(name) !== undefined);
    if (present.length === 0 || present.length === group.length) return [];
    return group
      .filter((name) => given(name) === undefined)
      .map((variable) => ({
        variable,
        value: '',
        allowed: `must be set together with ${present.join(', ')}`,
      }));
  });
}

/**
 * The embedded broker lives inside one server and cannot be reached by the next: parts that run apart need one
 * outside, or commands would be written and never sent, and changes of leases never published.
 */
function splitProblems(values: Values): SettingsProblem[] {
  const { EYRIE_PROCESSES: processes, EYRIE_MQTT_URL: broker } = values;
  const wrong = (allowed: string): SettingsProblem => ({
    variable: 'EYRIE_PROCESSES',
    value: processes.join(','),
    allowed,
  });
  if (processes.includes('bulk') && !processes.includes('api'))
    return [wrong('bulk only together with api, which hands it its calls')];
  const apart = (['api', 'gateway', 'scheduler'] as const).filter((name) => !processes.includes(name));
  if (apart.length === 0 || apart.length === 3 || broker !== undefined) return [];
  return [
    wrong(`without ${apart.join(' and ')} only together with EYRIE_MQTT_URL, the broker they all share`),
  ];
}

/** What is of no use without something else: EMQX is an outside broker, and a server that answers it must be able to end connections there. */
function neededProblems(given: (name: Name) => string | undefined): SettingsProblem[] {
  const needs: readonly (readonly [Name, Name])[] = [
    ['EYRIE_EMQX_API_URL', 'EYRIE_MQTT_URL'],
    ['EYRIE_EMQX_LISTEN', 'EYRIE_EMQX_API_URL'],
    ['EYRIE_EMQX_LISTEN', 'EYRIE_EMQX_SECRET'],
    ['EYRIE_PHOTOGRAMMETRY_TOKEN', 'EYRIE_PHOTOGRAMMETRY_URL'],
  ];
  return needs
    .filter(([name, needed]) => given(name) !== undefined && given(needed) === undefined)
    .map(([name, needed]) => ({
      variable: needed,
      value: '',
      allowed: `must be set together with ${name}`,
    }));
}

/** Docks push to an outside media server themselves: where it stands for them has to be said, and it takes RTMP. */
function mediaServerProblems(values: Values): SettingsProblem[] {
  const { EYRIE_MEDIA_SERVER_URL: outside, EYRIE_PUBLIC_RTMP_URL: push } = values;
  if (outside === undefined) return [];
  const problems: SettingsProblem[] = [];
  if (push === undefined)
    problems.push({
      variable: 'EYRIE_PUBLIC_RTMP_URL',
      value: '',
      allowed: 'the address of the media server as docks see it, with EYRIE_MEDIA_SERVER_URL',
    });
  if (values.EYRIE_PUSH_PROTOCOL !== 'rtmp')
    problems.push({
      variable: 'EYRIE_PUSH_PROTOCOL',
      value: values.EYRIE_PUSH_PROTOCOL,
      allowed: 'rtmp with EYRIE_MEDIA_SERVER_URL',
    });
  return problems;
}

/**
 * Reads all settings from an environment. An empty variable counts as unset.
 * @throws SettingsError naming every wrong variable, its value and what is allowed.
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const given = (name: Name): string | undefined =>
    env[name]?.trim() === '' ? undefined : env[name]?.trim();
  const problems: SettingsProblem[] = [];
  const values: Partial<Record<Name, unknown>> = {};
  for (const name of Object.keys(rules) as Name[]) {
    const rule: Rule = rules[name];
    const parsed = rule.schema.safeParse(given(name));
    if (parsed.success) values[name] = parsed.data;
    else
      problems.push({
        variable: name,
        value: rule.secret ? '[masked]' : (env[name] ?? ''),
        allowed: rule.allowed,
      });
  }
  problems.push(...groupProblems(given), ...neededProblems(given));
  if (problems.length === 0)
    problems.push(...splitProblems(values as Values), ...mediaServerProblems(values as Values));
  if (problems.length > 0) throw new SettingsError(problems);
  const unknownVariables = Object.keys(env).filter((name) => name.startsWith('EYRIE_') && !(name in rules));
  return settingsOf(values as Values, unknownVariables, languageOf(env));
}

/** The language of the machine by its locale; Chinese where it names none that the product speaks. */
function languageOf(env: Readonly<Record<string, string | undefined>>): Language {
  const locale = [env['LC_ALL'], env['LC_MESSAGES'], env['LANG']].find((value) => value) ?? '';
  return languages.find((language) => language.slice(0, 2) === locale.slice(0, 2).toLowerCase()) ?? 'zh-CN';
}

function emqxOf(values: Values): EmqxSettings | undefined {
  const { EYRIE_EMQX_API_URL: url, EYRIE_EMQX_API_KEY: key, EYRIE_EMQX_API_SECRET: secret } = values;
  if (!url || !key || !secret) return undefined;
  const { EYRIE_EMQX_LISTEN: at, EYRIE_EMQX_SECRET: asked } = values;
  return { api: { url, key, secret }, listen: at && asked ? { ...at, secret: asked } : undefined };
}

const photogrammetryOf = (values: Values): Settings['photogrammetry'] => {
  const { EYRIE_PHOTOGRAMMETRY_URL: url, EYRIE_PHOTOGRAMMETRY_TOKEN: token } = values;
  return url === undefined ? undefined : { url, token };
};

function settingsOf(values: Values, unknownVariables: string[], systemLanguage: Language): Settings {
  const { EYRIE_S3_ENDPOINT: endpoint, EYRIE_S3_BUCKET: bucket } = values;
  const { EYRIE_MEDIA_SERVER_URL: mediaUrl, EYRIE_MEDIA_SERVER_API: mediaApi } = values;
  const { EYRIE_WEATHER_PROVIDER: provider, EYRIE_WEATHER_URL: weatherUrl } = values;
  const { EYRIE_S3_ACCESS_KEY_ID: accessKeyId, EYRIE_S3_SECRET_ACCESS_KEY: secretAccessKey } = values;
  return {
    port: values.EYRIE_PORT,
    host: values.EYRIE_HOST,
    mqttPort: values.EYRIE_MQTT_PORT,
    rtmpPort: values.EYRIE_RTMP_PORT,
    webrtcPort: values.EYRIE_WEBRTC_PORT,
    dataDir: resolve(values.EYRIE_DATA_DIR),
    databaseUrl: values.EYRIE_DATABASE_URL,
    telemetryTables: values.EYRIE_TELEMETRY_TABLES,
    mqttUrl: values.EYRIE_MQTT_URL,
    emqx: emqxOf(values),
    s3:
      endpoint && bucket && accessKeyId && secretAccessKey
        ? { endpoint, region: values.EYRIE_S3_REGION, bucket, accessKeyId, secretAccessKey }
        : undefined,
    publicUrl: values.EYRIE_PUBLIC_URL,
    publicMqttUrl: values.EYRIE_PUBLIC_MQTT_URL,
    publicRtmpUrl: values.EYRIE_PUBLIC_RTMP_URL,
    publicWebrtcHost: values.EYRIE_PUBLIC_WEBRTC_HOST,
    videoUrl: values.EYRIE_VIDEO_URL,
    pushProtocol: values.EYRIE_PUSH_PROTOCOL,
    ffmpeg: values.EYRIE_FFMPEG,
    thermalCommand: values.EYRIE_THERMAL_COMMAND,
    videoTranscoder: values.EYRIE_VIDEO_TRANSCODER,
    photogrammetry: photogrammetryOf(values),
    mediaServer: mediaUrl && mediaApi ? { url: mediaUrl, api: mediaApi } : undefined,
    tlsCert: values.EYRIE_TLS_CERT,
    tlsKey: values.EYRIE_TLS_KEY,
    dji: {
      appId: values.EYRIE_DJI_APP_ID,
      appKey: values.EYRIE_DJI_APP_KEY,
      appLicense: values.EYRIE_DJI_APP_LICENSE,
    },
    ntpHost: values.EYRIE_NTP_HOST,
    weather:
      provider && weatherUrl ? { provider, url: weatherUrl, key: values.EYRIE_WEATHER_KEY } : undefined,
    demo: values.EYRIE_DEMO,
    demoPast: values.EYRIE_DEMO_PAST,
    demoSpeed: values.EYRIE_DEMO_SPEED,
    demoLanguage: values.EYRIE_DEMO_LANGUAGE ?? systemLanguage,
    demoLanguageOpen: values.EYRIE_DEMO_LANGUAGE === undefined,
    adminPassword: values.EYRIE_ADMIN_PASSWORD,
    processes: values.EYRIE_PROCESSES,
    instanceId: values.EYRIE_INSTANCE_ID,
    healthPort: values.EYRIE_HEALTH_PORT,
    drainSeconds: values.EYRIE_DRAIN_SECONDS,
    trustedProxies: values.EYRIE_TRUSTED_PROXIES,
    layerHosts: values.EYRIE_LAYER_HOSTS,
    metricsToken: values.EYRIE_METRICS_TOKEN,
    logLevel: values.EYRIE_LOG_LEVEL,
    unknownVariables,
  };
}
