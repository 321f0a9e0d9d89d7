import { createSocket } from 'node:dgram';

/** Seconds from 1900, where the time of NTP begins, to 1970. */
const epochs = 2_208_988_800;
const packetBytes = 48;

/**
 * Asks a time server (SNTP, RFC 4330) and compares its clock with ours.
 * @returns its clock minus ours, ms; null: no answer in time
 */
export const askTimeServer = (
  host: string,
  { wall, within, port = 123 }: { wall: () => number; within: number; port?: number },
): Promise<number | null> =>
  new Promise((resolve) => {
    const socket = createSocket('udp4');
    const end = (offset: number | null): void => {
      clearTimeout(timer);
      socket.close();
      resolve(offset);
    };
    const timer = setTimeout(() => end(null), within);
    const question = Buffer.alloc(packetBytes);
    // Version 4, asked by a client.
    question[0] = 0x23;
    let askedAt = 0;
    socket.once('error', () => end(null));
    socket.once('message', (answer) => {
      const stratum = answer[1] ?? 0;
      // Stratum 0 is a server that refuses to say the time.
      if (answer.byteLength < packetBytes || stratum === 0) return end(null);
      const sentAt = (answer.readUInt32BE(40) - epochs + answer.readUInt32BE(44) / 2 ** 32) * 1_000;
      end(Math.round(sentAt - (askedAt + wall()) / 2));
    });
    askedAt = wall();
    socket.send(question, port, host, (error) => {
      if (error) end(null);
    });
  });
