import { z } from 'zod';
import { isSerial } from './topics.ts';
import { listOrNull, readOrNull, whole, words } from './tolerant.ts';

const serial = z.string().refine(isSerial);

const shapes = {
  config: z.unknown().transform(() => ({ kind: 'config' as const })),
  airport_bind_status: z
    .object({ devices: z.array(z.object({ sn: serial })).max(8) })
    .transform(({ devices }) => ({ kind: 'bindStatus' as const, sns: devices.map((device) => device.sn) })),
  airport_organization_get: z
    .object({ device_binding_code: words, organization_id: words })
    .transform((sent) => ({
      kind: 'organizationGet' as const,
      bindingCode: sent.device_binding_code,
      organizationId: sent.organization_id,
    })),
  airport_organization_bind: z
    .object({
      bind_devices: listOrNull(
        z.object({
          sn: serial,
          device_binding_code: words,
          organization_id: words,
          device_callsign: words,
          device_model_key: words,
        }),
        8,
      ),
    })
    .transform((sent) => ({
      kind: 'organizationBind' as const,
      devices: (sent.bind_devices ?? []).map((device) => ({
        sn: device.sn,
        bindingCode: device.device_binding_code,
        organizationId: device.organization_id,
        callsign: device.device_callsign,
        modelKey: device.device_model_key,
      })),
    })),
  storage_config_get: z
    .object({ module: whole })
    .catch({ module: 0 })
    .transform((sent) => ({ kind: 'storageConfig' as const, module: sent.module ?? 0 })),
  flighttask_resource_get: z
    .object({ flight_id: z.string().min(1).max(128) })
    .transform((sent) => ({ kind: 'flighttaskResource' as const, flightId: sent.flight_id })),
  flighttask_progress_get: z
    // Dock 2 asks for the other dock as `target_sn`, Dock 3 as `sn`.
    .union([z.object({ sn: serial }), z.object({ target_sn: serial })])
    .transform((sent) => ({
      kind: 'flighttaskProgress' as const,
      sn: 'sn' in sent ? sent.sn : sent.target_sn,
    })),
  flight_areas_get: z.unknown().transform(() => ({ kind: 'flightAreas' as const })),
  offline_map_get: z.unknown().transform(() => ({ kind: 'offlineMap' as const })),
};

export type DeviceRequest =
  | { [M in keyof typeof shapes]: z.output<(typeof shapes)[M]> }[keyof typeof shapes]
  /** A method nobody wrote down, or one that lacks what it must carry. Answer it all the same. */
  | { kind: 'unknown'; method: string }
  | { kind: 'malformed'; method: string };

const byMethod: ReadonlyMap<string, z.ZodType<DeviceRequest>> = new Map(Object.entries(shapes));

/** What the device asks for. */
export const decodeRequest = (method: string, data: unknown): DeviceRequest => {
  const shape = byMethod.get(method);
  if (!shape) return { kind: 'unknown', method };
  return readOrNull(shape, data) ?? { kind: 'malformed', method };
};

/** Session credential for the media store, limited to the prefix. */
export interface StorageCredential {
  provider: 'ali' | 'aws' | 'minio';
  /** `https://host[:port]`, reachable from the dock. */
  endpoint: string;
  region: string;
  bucket: string;
  objectKeyPrefix: string;
  accessKeyId: string;
  accessKeySecret: string;
  securityToken: string;
  /** Life in seconds. */
  expire: number;
}

/** Codes for requests that cannot be met. */
export const requestCodes = {
  malformed: 210002,
  /** Organisation and code do not belong together. */
  codeMismatch: 210229,
  /** No such code, or one that is over. */
  organizationUnknown: 210230,
  bindFailed: 210231,
  boundElsewhere: 210232,
  organizationMissing: 210234,
} as const;

/** A credential as it stands on the wire. */
export const credentialFields = (credential: StorageCredential) => ({
  bucket: credential.bucket,
  credentials: {
    access_key_id: credential.accessKeyId,
    access_key_secret: credential.accessKeySecret,
    expire: credential.expire,
    security_token: credential.securityToken,
  },
  endpoint: credential.endpoint,
  object_key_prefix: credential.objectKeyPrefix,
  provider: credential.provider,
  region: credential.region,
});

const answer = (output: unknown) => ({ result: 0, output });

/** Data of the answers, in the shapes the devices expect: all `{result, output}` but `config`, which is flat. */
export const requestReplies = {
  config: (input: {
    ntpHost: string;
    ntpPort: number;
    appId: string;
    appKey: string;
    appLicense: string;
  }) => ({
    app_id: input.appId,
    app_key: input.appKey,
    app_license: input.appLicense,
    ntp_server_host: input.ntpHost,
    ntp_server_port: input.ntpPort,
  }),
  bindStatus: (
    devices: readonly {
      sn: string;
      bound: boolean;
      organizationId: string;
      organizationName: string;
      callsign: string;
    }[],
  ) =>
    answer({
      bind_status: devices.map((device) => ({
        sn: device.sn,
        is_device_bind_organization: device.bound,
        organization_id: device.organizationId,
        organization_name: device.organizationName,
        device_callsign: device.callsign,
      })),
    }),
  organizationGet: (organizationName: string) => answer({ organization_name: organizationName }),
  organizationBind: (devices: readonly { sn: string; code: number }[]) =>
    answer({ err_infos: devices.map((device) => ({ sn: device.sn, err_code: device.code })) }),
  storageConfig: (credential: StorageCredential) => answer(credentialFields(credential)),
  flighttaskResource: (file: { url: string; fingerprint: string }) => answer({ file }),
  flighttaskProgress: (input: { flightId: string; status: string; step: number; percent: number }) =>
    answer({
      flight_id: input.flightId,
      status: input.status,
      progress: { current_step: input.step, percent: input.percent },
    }),
  /**
   * Without an output the aircraft keeps what it has; an empty list deletes all of its areas. An unanswered dock waits
   * some 40 s before each take-off.
   * @param files null: we keep none for this dock
   */
  flightAreas: (files: readonly { name: string; url: string; checksum: string; size: number }[] | null) =>
    files === null ? { result: 0 } : answer({ files }),
  /** Nothing of ours to fetch; the dock's own map sync stays as it is set. */
  offlineMap: () => ({ result: 0 }),
  refused: (code: number) => ({ result: code }),
} as const;
