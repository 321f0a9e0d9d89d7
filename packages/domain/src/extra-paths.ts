export interface ExtraPath {
  method: 'GET' | 'POST' | 'PUT' | 'HEAD' | 'DELETE';
  path: string;
  summary: string;
  /** `metrics` is a bearer token of its own; `device` a signed request of a device; `cookie` the session cookie of a page. */
  permission: 'public' | 'session' | 'metrics' | 'device' | 'credential';
}

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
  { method: 'GET', path: '/video/{id}', summary: 'Live picture as HTTP-FLV', permission: 'session' },
  {
    method: 'GET',
    path: '/objects/{id}',
    summary: 'Files for devices by signed address',
    permission: 'device',
  },
  { method: 'PUT', path: '/objects/{id}', summary: 'Upload of a device by S3', permission: 'device' },
  { method: 'HEAD', path: '/objects/{id}', summary: 'Upload of a device by S3', permission: 'device' },
  {
    method: 'POST',
    path: '/objects/{id}',
    summary: 'Multipart upload of a device by S3',
    permission: 'device',
  },
  {
    method: 'DELETE',
    path: '/objects/{id}',
    summary: 'Multipart upload of a device by S3',
    permission: 'device',
  },
];
