/** Name of a live picture on the media server: the dock it belongs to, then which camera. Safe in a path. */
export const streamName = (dockOID: string, owner: 'dock' | 'drone', videoId: string): string => {
  const [, camera = '', video = ''] = videoId.split('/');
  return `${dockOID}_${owner}_${camera}_${video}`;
};

/** The dock a stream belongs to; null for a name that is none of ours. */
export const dockOfStream = (stream: string): string | null => {
  const match =
    /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})_(?:dock|drone)_[\d-]{1,32}_[A-Za-z0-9_-]{1,32}$/.exec(
      stream,
    );
  return match?.[1] ?? null;
};

/** The video id behind a stream of a dock; null when the stream is not the dock's, or its aircraft is not known. */
export const videoIdOfStream = (
  stream: string,
  dock: { oid: string; sn: string; droneSn: string | null },
): string | null => {
  const match = /^[0-9a-f-]{36}_(dock|drone)_([\d-]{1,32})_([A-Za-z0-9_-]{1,32})$/.exec(stream);
  if (!match || dockOfStream(stream) !== dock.oid) return null;
  const sn = match[1] === 'dock' ? dock.sn : dock.droneSn;
  return sn === null ? null : `${sn}/${match[2]}/${match[3]}`;
};

/** Whose camera a stream of ours is. */
export const cameraOfStream = (stream: string): 'dock' | 'drone' =>
  stream.split('_')[1] === 'dock' ? 'dock' : 'drone';

/** Whose camera a video id names, and its stream; null where it is none of a dock's. */
export const streamOfVideo = (
  dock: { oid: string; sn: string; droneSn: string | null },
  videoId: string,
): { owner: 'dock' | 'drone'; stream: string } | null => {
  const owner = videoId.startsWith(`${dock.sn}/`) ? 'dock' : 'drone';
  const stream = streamName(dock.oid, owner, videoId);
  return videoIdOfStream(stream, dock) === videoId ? { owner, stream } : null;
};

export const playPath = (stream: string): string => `/video/${stream}.flv`;

/** Where devices send pictures by WebRTC: the form of address that the documents of docks give. */
export const whipPath = '/rtc/v1/whip';

/** @param base scheme, host and port as devices reach them */
export const whipUrl = (base: string, stream: string, sign: string): string =>
  `${base}${whipPath}/?${new URLSearchParams({ app: 'live', stream, sign }).toString()}`;

export const whepPath = (stream: string): string => `/video/${stream}/whep`;
