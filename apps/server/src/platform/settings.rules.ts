import { isIP } from 'node:net';
import { z } from 'zod';

/** How parts of the server can run apart. `EYRIE_PROCESSES=all` means every one of them. */
export const processNames = ['api', 'gateway', 'scheduler', 'worker', 'bulk'] as const;
export type ProcessName = (typeof processNames)[number];

export const weatherProviders = ['qweather', 'open-meteo'] as const;
export type WeatherProvider = (typeof weatherProviders)[number];

/** How one variable is read, and in words what it may be. */
export interface Rule<T = unknown> {
  schema: z.ZodType<T>;
  allowed: string;
  secret?: boolean;
}

const port = (fallback: number): Rule<number> => ({
  schema: z
    .string()
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .refine((value) => value <= 65_535)
    .default(fallback),
  allowed: 'a whole number from 0 to 65535 (0 = any free port)',
});

const text = (max: number): Rule<string | undefined> => ({
  schema: z.string().min(1).max(max).optional(),
  allowed: `text of 1 to ${max} characters`,
});

const textOr = (max: number, fallback: string): Rule<string> => ({
  schema: z.string().min(1).max(max).default(fallback),
  allowed: `text of 1 to ${max} characters`,
});

function address(protocols: readonly string[], options: { secret?: boolean } = {}): Rule<string | undefined> {
  const schema = z
    .string()
    .refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol.slice(0, -1)))
    .transform((value) => value.replace(/\/+$/, ''))
    .optional();
  return {
    schema,
    allowed: `an address starting with ${protocols.map((one) => `${one}://`).join(' or ')}`,
    ...options,
  };
}

const isBare = (value: string): boolean => {
  const { username, password, search, hash } = new URL(value);
  return username === '' && password === '' && search === '' && hash === '';
};

const isNetwork = (value: string): boolean => {
  const [ip = '', bits, more] = value.split('/');
  const family = isIP(ip);
  if (family === 0 || more !== undefined) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
};

const listOf = (value: string): string[] =>
  value
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

const demoModes = {
  auto: 'auto',
  on: 'on',
  off: 'off',
  '1': 'on',
  '0': 'off',
  true: 'on',
  false: 'off',
} as const;

/** Every variable of the product. An absent value reaches the schema as undefined. */
export const rules = {
  EYRIE_PORT: port(8080),
  EYRIE_HOST: {
    schema: z
      .string()
      .regex(/^[A-Za-z0-9.:_-]{1,255}$/)
      .default('127.0.0.1'),
    allowed: 'an address or host name to listen on, such as 127.0.0.1 or 0.0.0.0',
  },
  EYRIE_MQTT_PORT: port(1883),
  EYRIE_RTMP_PORT: port(1935),
  EYRIE_WEBRTC_PORT: port(8189),
  EYRIE_DATA_DIR: textOr(1000, './data'),
  EYRIE_DATABASE_URL: address(['postgres', 'postgresql'], { secret: true }),
  EYRIE_TELEMETRY_TABLES: {
    schema: z.enum(['plain']).default('plain'),
    allowed:
      'plain, which is days as partitions of PostgreSQL; TimescaleDB was not tried and is not supported',
  },
  EYRIE_MQTT_URL: address(['mqtt', 'mqtts', 'ws', 'wss'], { secret: true }),
  EYRIE_EMQX_API_URL: address(['http', 'https']),
  EYRIE_EMQX_API_KEY: text(256),
  EYRIE_EMQX_API_SECRET: { ...text(256), secret: true },
  EYRIE_EMQX_LISTEN: {
    schema: z
      .string()
      .regex(/^(?:\[[0-9A-Fa-f:]{2,45}\]|[A-Za-z0-9._-]{1,255}):\d{1,5}$/)
      .transform((value) => {
        const colon = value.lastIndexOf(':');
        return { host: value.slice(0, colon).replaceAll(/[[\]]/g, ''), port: Number(value.slice(colon + 1)) };
      })
      .refine(({ port: number }) => number >= 1 && number <= 65_535)
      .optional(),
    allowed: 'an address and a port from 1 to 65535, such as 127.0.0.1:8095 or [::1]:8095',
  },
  EYRIE_EMQX_SECRET: {
    schema: z
      .string()
      .regex(/^[\x21-\x7e]{32,256}$/)
      .optional(),
    allowed: '32 to 256 characters without spaces',
    secret: true,
  },
  EYRIE_S3_ENDPOINT: address(['http', 'https']),
  EYRIE_S3_REGION: textOr(64, 'us-east-1'),
  EYRIE_S3_BUCKET: {
    schema: z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)
      .optional(),
    allowed: '3 to 63 lower-case letters, digits, dots and hyphens',
  },
  EYRIE_S3_ACCESS_KEY_ID: { ...text(256), secret: true },
  EYRIE_S3_SECRET_ACCESS_KEY: { ...text(256), secret: true },
  EYRIE_PUBLIC_URL: address(['http', 'https']),
  EYRIE_PUBLIC_MQTT_URL: address(['mqtt', 'mqtts', 'tcp', 'ssl']),
  EYRIE_PUBLIC_RTMP_URL: address(['rtmp', 'rtmps']),
  EYRIE_PUBLIC_WEBRTC_HOST: {
    schema: z
      .string()
      .regex(/^[A-Za-z0-9.:-]{1,255}$/)
      .optional(),
    allowed: 'a host name or address without a port',
  },
  EYRIE_VIDEO_URL: address(['http']),
  EYRIE_MEDIA_SERVER_URL: address(['http']),
  EYRIE_MEDIA_SERVER_API: address(['http']),
  EYRIE_PUSH_PROTOCOL: {
    schema: z.enum(['rtmp', 'whip']).default('rtmp'),
    allowed: 'rtmp or whip',
  },
  EYRIE_FFMPEG: text(1000),
  EYRIE_THERMAL_COMMAND: text(1000),
  EYRIE_VIDEO_TRANSCODER: text(1000),
  EYRIE_PHOTOGRAMMETRY_URL: {
    schema: address(['http', 'https']).schema.refine((value) => value === undefined || isBare(value)),
    allowed: 'an address starting with http:// or https://, without a name, a query or a fragment',
  },
  EYRIE_PHOTOGRAMMETRY_TOKEN: {
    schema: z
      .string()
      .regex(/^[\x21-\x7e]{1,512}$/)
      .optional(),
    allowed: '1 to 512 characters without spaces',
    secret: true,
  },
  EYRIE_TLS_CERT: text(1000),
  EYRIE_TLS_KEY: text(1000),
  EYRIE_DJI_APP_ID: { schema: z.string().max(64).default('0'), allowed: 'text of up to 64 characters' },
  EYRIE_DJI_APP_KEY: {
    schema: z.string().max(256).default(''),
    allowed: 'text of up to 256 characters',
    secret: true,
  },
  EYRIE_DJI_APP_LICENSE: {
    schema: z.string().max(4096).default(''),
    allowed: 'text of up to 4096 characters',
    secret: true,
  },
  EYRIE_NTP_HOST: {
    schema: z
      .string()
      .regex(/^[A-Za-z0-9.:-]{1,255}$/)
      .default('pool.ntp.org'),
    allowed: 'a host name or address',
  },
  EYRIE_WEATHER_PROVIDER: {
    schema: z.enum(weatherProviders).optional(),
    allowed: weatherProviders.join(' or '),
  },
  EYRIE_WEATHER_URL: address(['http', 'https']),
  EYRIE_WEATHER_KEY: {
    schema: z
      .string()
      .regex(/^[\x21-\x7e]*$/)
      .max(512)
      .default(''),
    allowed: 'text of up to 512 characters',
    secret: true,
  },
  EYRIE_DEMO: {
    schema: z
      .enum(['auto', 'on', 'off', '1', '0', 'true', 'false'])
      .transform((value) => demoModes[value])
      .default('auto'),
    allowed: 'auto, on or off',
  },
  EYRIE_DEMO_PAST: {
    schema: z
      .enum(['on', 'off', '1', '0', 'true', 'false'])
      .transform((value) => ['on', '1', 'true'].includes(value))
      .default(true),
    allowed: 'on or off',
  },
  EYRIE_DEMO_SPEED: {
    schema: z
      .string()
      .regex(/^\d{1,3}(\.\d{1,3})?$/)
      .transform(Number)
      .refine((value) => value >= 1 && value <= 50)
      .default(1),
    allowed: 'a number from 1 to 50',
  },
  EYRIE_DEMO_LANGUAGE: {
    schema: z.enum(['zh-CN', 'en', 'ar']).optional(),
    allowed: 'zh-CN, en or ar',
  },
  EYRIE_ADMIN_PASSWORD: {
    schema: z
      .string()
      .regex(/^[\x21-\x7e]{8,64}$/)
      .optional(),
    allowed: '8 to 64 characters without spaces',
    secret: true,
  },
  EYRIE_PROCESSES: {
    schema: z
      .string()
      .transform(listOf)
      .refine(
        (list) =>
          list.length > 0 && list.every((one) => one === 'all' || processNames.some((name) => name === one)),
      )
      .transform((list): ProcessName[] =>
        processNames.filter((name) => list.includes('all') || list.includes(name)),
      )
      .default([...processNames]),
    allowed: `all, or a list of ${processNames.join(', ')} divided by commas`,
  },
  EYRIE_INSTANCE_ID: {
    schema: z
      .string()
      .regex(/^[A-Za-z0-9._-]{1,64}$/)
      .optional(),
    allowed: '1 to 64 letters, digits, dots, underscores and hyphens',
  },
  EYRIE_HEALTH_PORT: {
    schema: z
      .string()
      .regex(/^\d{1,5}$/)
      .transform(Number)
      .refine((value) => value >= 1 && value <= 65_535)
      .optional(),
    allowed: 'a whole number from 1 to 65535',
  },
  EYRIE_DRAIN_SECONDS: {
    schema: z
      .string()
      .regex(/^\d{1,3}$/)
      .transform(Number)
      .refine((value) => value <= 120)
      .default(0),
    allowed: 'a whole number from 0 to 120',
  },
  EYRIE_TRUSTED_PROXIES: {
    schema: z
      .string()
      .transform(listOf)
      .refine((list) => list.every(isNetwork))
      .default([]),
    allowed: 'IP addresses or networks such as 10.0.0.0/8, divided by commas',
  },
  EYRIE_LAYER_HOSTS: {
    schema: z
      .string()
      .transform((value) => listOf(value.toLowerCase()))
      .refine((list) => list.every((one) => /^[a-z0-9][a-z0-9.:-]{0,253}$/.test(one)))
      .default([]),
    allowed: 'host names or IP addresses, divided by commas',
  },
  EYRIE_METRICS_TOKEN: {
    schema: z
      .string()
      .regex(/^[\x21-\x7e]{16,256}$/)
      .optional(),
    allowed: '16 to 256 characters without spaces',
    secret: true,
  },
  EYRIE_LOG_LEVEL: {
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    allowed: 'fatal, error, warn, info, debug, trace or silent',
  },
} satisfies Record<string, Rule>;
