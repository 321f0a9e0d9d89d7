import { limits } from '@eyrie/domain';
import type { RtmpReader, RtmpSession } from './media-server.ts';

const bounds = limits.videoServer;

/** Types of RTMP messages. */
const type = { setChunkSize: 1, lastControl: 6, amf3Command: 17, command: 20 } as const;

/** Why a connection is ended. */
export class RtmpRefused extends Error {}

const refuse = (reason: string): never => {
  throw new RtmpRefused(reason);
};

/** Bounds what the reader keeps for one connection, before it keeps it. */
const boundReader = (rtmp: RtmpReader, signed: () => boolean): void => {
  const parse = rtmp.packetParse.bind(rtmp);
  const alloc = rtmp.packetAlloc.bind(rtmp);
  rtmp.packetParse = () => {
    parse();
    if (rtmp.inPackets.size > bounds.chunkStreams) refuse('too many chunk streams');
    const { bytes, header } = rtmp.parserPacket;
    // The reader would go backwards in what it was given, and could go on doing so for ever.
    if (header.length < bytes) refuse('a message that shrinks');
  };
  rtmp.packetAlloc = () => {
    const most = signed() ? bounds.messageBytes : bounds.strangerMessageBytes;
    if (rtmp.parserPacket.header.length > most) refuse('message too long');
    alloc();
  };
};

const requireChunkSize = ({ header, payload }: RtmpReader['parserPacket']): void => {
  const size = header.length === 4 ? payload.readUInt32BE(0) : 0;
  if (size < bounds.chunkBytesMin || size > bounds.chunkBytesMax) refuse('chunk size');
};

/** Lets a connection say who it is once, in order, and nothing else before that is signed. */
const orderCommands = (rtmp: RtmpReader, signed: () => boolean): void => {
  const connect = rtmp.onConnect.bind(rtmp);
  const publish = rtmp.onPublish.bind(rtmp);
  const handle = rtmp.packetHandler.bind(rtmp);
  let connected = false;
  let published = false;
  rtmp.onConnect = (message) => {
    const { app, tcUrl } = (message.cmdObj ?? {}) as { app?: unknown; tcUrl?: unknown };
    if (connected || typeof app !== 'string' || typeof tcUrl !== 'string') refuse('connect');
    connected = true;
    connect(message);
  };
  rtmp.onPublish = (message) => {
    if (!connected || published || typeof message.streamName !== 'string') refuse('publish');
    published = true;
    publish(message);
    if (!signed()) refuse('not signed');
  };
  // Pictures leave over HTTP on the loopback only.
  rtmp.onPlay = () => refuse('play');
  rtmp.packetHandler = () => {
    const { header } = rtmp.parserPacket;
    if (header.type === type.setChunkSize) requireChunkSize(rtmp.parserPacket);
    else if (header.type <= type.lastControl) return;
    const command = header.type === type.command || header.type === type.amf3Command;
    if (command && header.length > bounds.strangerMessageBytes) refuse('command too long');
    if (!signed() && !command && header.type !== type.setChunkSize) refuse('data before a signed publish');
    handle();
  };
};

/**
 * Stands between a connection and the reader of the media server: what is wrong with the one ends it and nothing
 * else, and until its publish is signed only the handshake and the commands that lead there are read, within bounds.
 */
export function guardRtmp(
  session: RtmpSession,
  signed: () => boolean,
  refused: (reason: string, error: unknown) => void,
): void {
  const { rtmp, socket } = session;
  const read = session.onData;
  let begun = false;
  let bytes = 0;
  boundReader(rtmp, signed);
  orderCommands(rtmp, signed);
  session.onData = (data) => {
    if (socket.destroyed) return;
    try {
      if (!begun && data[0] !== 3) refuse('not RTMP');
      begun = true;
      read(data);
      if (!signed() && (bytes += data.length) > bounds.strangerBytes)
        refuse('too much before a signed publish');
    } catch (error) {
      socket.destroy();
      refused(error instanceof RtmpRefused ? error.message : 'malformed', error);
    }
  };
}
