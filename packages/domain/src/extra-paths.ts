import type { Resource } from './permission/resources.ts';
import { pilotFilePath, pilotPaths, pilotSocketPath, type PilotPath } from './pilot/pilot-paths.ts';

export interface ExtraPath {
  method: 'GET' | 'POST' | 'PUT' | 'HEAD' | 'DELETE';
  path: string;
  summary: string;
  /**
   * `metrics` is a bearer token of its own; `device` a signed request of a device; `credential` one
   * that a session was given. Rights by name: a token of DJI Pilot 2, whose member has one of them.
   */
  permission: 'public' | 'session' | 'metrics' | 'device' | 'credential' | readonly [Resource, ...Resource[]];
  /** How it may be refused: what each status means. */
  refusals?: Readonly<Record<number, string>>;
}

/** In the words of S3, as XML. */
const ofObjects = {
  400: 'The request, or what came of its body, is not as announced',
  403: 'Nobody we know signed it, or not for this',
  404: 'There is no such bucket, object or upload',
  405: 'The method is not allowed here',
  503: 'SlowDown: not now, as when the disk is full; to be tried again',
} as const;

const ofWhip = {
  400: 'It is no offer to send H.264',
  403: 'The signature is not ours, not for this stream, or has expired',
  404: 'This server takes no pictures by WebRTC',
  413: 'The offer is too long',
  415: 'It is no SDP',
  429: 'Too many offers for this stream; to be tried again in a minute',
  503: 'Not now; to be tried again',
} as const;

/** Everything the server answers outside `.rest`. */
export const extraPaths: readonly ExtraPath[] = [
  { method: 'GET', path: '/healthz', summary: 'The process loop works', permission: 'public' },
  {
    method: 'GET',
    path: '/readyz',
    summary: 'False whenever commands would be refused',
    permission: 'public',
  },
  { method: 'GET', path: '/metrics', summary: 'Prometheus text', permission: 'metrics' },
  { method: 'GET', path: '/openapi.json', summary: 'This description', permission: 'session' },
  { method: 'GET', path: '/openapi', summary: 'This description, readable', permission: 'session' },
  {
    method: 'GET',
    path: '/asyncapi.json',
    summary: 'The contract of open devices',
    permission: 'session',
  },
  {
    method: 'GET',
    path: '/asyncapi',
    summary: 'The contract of open devices, readable',
    permission: 'session',
  },
  {
    method: 'GET',
    path: '/openid/return',
    summary: 'Where an OpenID provider sends people back to',
    permission: 'public',
  },
  {
    method: 'GET',
    path: '/mqtt',
    summary: 'Live messages: MQTT over WebSocket, subscribe only',
    permission: 'credential',
  },
  {
    method: 'GET',
    path: '/video/{id}',
    summary: 'Live picture as HTTP-FLV; `tab` names the window that shows it, each of which is a viewer',
    permission: 'session',
  },
  {
    method: 'POST',
    path: '/video/{id}/whep',
    summary:
      'Live picture by WebRTC: takes an offer, answers it, and says where it is ended (WHEP); `tab` as for HTTP-FLV',
    permission: 'session',
  },
  {
    method: 'GET',
    path: '/video/{id}/whep/{view}',
    summary: 'Whether a live picture by WebRTC still goes out to its viewer',
    permission: 'session',
  },
  {
    method: 'DELETE',
    path: '/video/{id}/whep/{view}',
    summary: 'Ends a live picture by WebRTC',
    permission: 'session',
  },
  ...['/rtc/v1/whip', '/rtc/v1/whip/'].map((path) => ({
    method: 'POST' as const,
    path,
    summary:
      'Takes the live picture of a device by WebRTC: answers its offer, and says where it is ended (WHIP)',
    permission: 'device' as const,
    refusals: ofWhip,
  })),
  {
    method: 'DELETE',
    path: '/rtc/v1/whip/{id}',
    summary: 'Ends the live picture of a device by WebRTC',
    permission: 'device',
    refusals: { 404: 'No picture comes under this name, or it has ended' },
  },
  {
    method: 'GET',
    path: '/objects/{id}',
    summary: 'Files for devices by signed address',
    permission: 'device',
    refusals: ofObjects,
  },
  {
    method: 'PUT',
    path: '/objects/{id}',
    summary: 'Upload of a device by S3',
    permission: 'device',
    refusals: ofObjects,
  },
  {
    method: 'HEAD',
    path: '/objects/{id}',
    summary: 'Upload of a device by S3',
    permission: 'device',
    refusals: ofObjects,
  },
  {
    method: 'POST',
    path: '/objects/{id}',
    summary: 'Multipart upload of a device by S3',
    permission: 'device',
    refusals: ofObjects,
  },
  {
    method: 'DELETE',
    path: '/objects/{id}',
    summary: 'Multipart upload of a device by S3',
    permission: 'device',
    refusals: ofObjects,
  },
  {
    method: 'GET',
    path: pilotSocketPath,
    summary: 'What DJI Pilot 2 hears of devices and of the map, over WebSocket',
    permission: 'credential',
  },
  {
    method: 'GET',
    path: pilotFilePath,
    summary: 'Route files for DJI Pilot 2, by an address that was given for minutes',
    permission: 'credential',
  },
  ...Object.values<PilotPath>(pilotPaths).map(({ method, path, summary, permission }) => ({
    method,
    path,
    summary,
    permission,
  })),
];
