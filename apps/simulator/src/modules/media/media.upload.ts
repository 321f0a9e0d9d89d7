import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { timing } from '../../platform/timing.ts';
import type { Wire } from '../../platform/wire.ts';
import { photoFolder, photoName } from './names.ts';
import { storeObject, type StoreKeys } from './store-object.ts';
import type { Shot } from './shot.ts';

export interface MediaHost {
  readonly clock: Clock;
  readonly wire: Wire;
  readonly log: Log;
  readonly droneModelKey: string;
  readonly camera: string;
  draw(shot: Shot): Promise<Uint8Array>;
  /** What still waits, each time it changes. */
  waiting(photos: readonly WaitingPhoto[]): void;
}

interface Credential extends StoreKeys {
  prefix: string;
  until: number;
}

/** A photo on its way, with the number of photos of its flight. */
export interface WaitingPhoto {
  shot: Shot;
  expected: number;
}

/** What a dock says where it has no files of a flight. */
const nothingToUpload = 324_030;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** `output` of storage_config_get. A life in seconds or, as some write it, an epoch in ms. */
function readCredential(answer: unknown, now: number): Credential | null {
  const output = (answer as { output?: Record<string, unknown> } | null)?.output;
  const keys = output?.credentials as Record<string, unknown> | undefined;
  if (!output || !keys) return null;
  const expire = Number(keys.expire) || 3600;
  return {
    endpoint: textOf(output.endpoint).replace(/\/+$/, ''),
    bucket: textOf(output.bucket),
    region: textOf(output.region) || 'us-east-1',
    prefix: textOf(output.object_key_prefix).replace(/^\/+|\/+$/g, ''),
    keyId: textOf(keys.access_key_id),
    key: textOf(keys.access_key_secret),
    token: textOf(keys.security_token),
    until: expire > 1e11 ? expire : now + expire * 1000 - 60_000,
  };
}

/** Brings the photos of a flight into the server's store, one after another, until each has arrived. */
export class MediaUpload {
  private readonly host: MediaHost;
  private queue: WaitingPhoto[] = [];
  private credential: Credential | null = null;
  private working = false;
  private stopped = false;
  private cancelPause = () => {};

  constructor(host: MediaHost) {
    this.host = host;
  }

  add(photos: readonly WaitingPhoto[]): void {
    this.queue.push(...photos);
    this.host.waiting(this.queue);
  }

  /** Puts the photos of one flight before the others; the one under way is sent to its end. @returns 0, or why not */
  first(data: unknown): number {
    const flightId = textOf((data as { flight_id?: unknown } | null)?.flight_id);
    const own = (photo: WaitingPhoto): boolean => photo.shot.flightId === flightId;
    if (!this.queue.some(own)) return nothingToUpload;
    const begun = this.working ? this.queue.slice(0, 1) : [];
    const rest = this.queue.slice(begun.length);
    this.queue = [...begun, ...rest.filter(own), ...rest.filter((photo) => !own(photo))];
    this.host.waiting(this.queue);
    this.host.wire.event(
      'highest_priority_upload_flighttask_media',
      { flight_id: flightId },
      { needReply: true },
    );
    return 0;
  }

  /** Begins with what waits; does nothing while it is at it. */
  async run(): Promise<void> {
    if (this.working) return;
    this.working = true;
    try {
      for (let job = this.queue[0]; job && !this.stopped; job = this.queue[0]) {
        const sent = await this.upload(job);
        if (sent) {
          this.queue.shift();
          this.host.waiting(this.queue);
        }
        await this.pause(sent ? timing.mediaPauseMs : timing.mediaRetryMs);
      }
    } finally {
      this.working = false;
    }
  }

  stop(): void {
    this.stopped = true;
    this.cancelPause();
  }

  private async upload(job: WaitingPhoto): Promise<boolean> {
    try {
      const credential = await this.credentials();
      if (!credential) return false;
      const bytes = await this.host.draw(job.shot);
      const name = photoName(job.shot);
      const key = [credential.prefix, job.shot.flightId, photoFolder(job.shot), name]
        .filter(Boolean)
        .join('/');
      await storeObject(credential, key, bytes, 'image/jpeg');
      this.report(job, key, name);
      return true;
    } catch (error) {
      // A credential that is refused must not be used again.
      this.credential = null;
      this.host.log('mediaRefused', { message: error instanceof Error ? error.message : String(error) });
      return false;
    }
  }

  private async credentials(): Promise<Credential | null> {
    const now = this.host.clock.wall();
    if (this.credential && this.credential.until > now) return this.credential;
    this.credential = readCredential(
      await this.host.wire.request('storage_config_get', { module: 0 }, 30_000),
      now,
    );
    return this.credential;
  }

  private report({ shot, expected }: WaitingPhoto, key: string, name: string) {
    const left = this.queue.filter((job) => job.shot.flightId === shot.flightId).length;
    const data = {
      result: 0,
      file: {
        object_key: key,
        path: photoFolder(shot),
        name,
        cloud_to_cloud_id: 'DEFAULT',
        ext: {
          flight_id: shot.flightId,
          drone_model_key: this.host.droneModelKey,
          payload_model_key: `1-${this.host.camera}`,
          is_original: true,
        },
        metadata: {
          // Real docks send this number as text.
          gimbal_yaw_degree: shot.head.toFixed(1),
          absolute_altitude: Number(shot.height.toFixed(2)),
          relative_altitude: Number(shot.elevation.toFixed(2)),
          create_time: new Date(shot.at).toISOString(),
          shoot_position: { lat: shot.lat, lng: shot.lng },
        },
      },
      flight_task: {
        expected_file_count: expected,
        uploaded_file_count: expected - left + 1,
        flight_type: 0,
      },
    };
    this.host.wire.event('file_upload_callback', data, { needReply: true });
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.host.clock.after(ms, resolve);
      this.cancelPause = () => {
        cancel();
        resolve();
      };
    });
  }
}
