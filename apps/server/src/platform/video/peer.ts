import { answerTo, cleanOffer, type Offer } from './offer.ts';

export type Library = typeof import('node-datachannel').default;
export type Connection = InstanceType<Library['PeerConnection']>;

/** Somebody who watches a picture or sends one, over the UDP port that all share. */
export interface PeerOptions {
  id: string;
  offer: Offer;
  payload: Offer['payloads'][number];
  bindAddress: string;
  port: number;
  hosts: readonly string[];
}

export const openConnection = (library: Library, { id, bindAddress, port }: PeerOptions): Connection =>
  new library.PeerConnection(id, {
    iceServers: [],
    bindAddress,
    enableIceUdpMux: true,
    portRangeBegin: port,
    portRangeEnd: port,
    disableAutoNegotiation: true,
  });

const partOf = (sdp: string, name: string): string =>
  new RegExp(`^a=${name}:(.+?)\\r?$`, 'm').exec(sdp)?.[1] ?? '';

/**
 * Takes the offer once the track is there, and answers it.
 * @param ssrc of what we send; null: we receive
 * @throws Error when the library takes no such offer
 */
export function answerOf(
  connection: Connection,
  { offer, payload, hosts, port }: PeerOptions,
  ssrc: number | null,
): string {
  connection.setRemoteDescription(cleanOffer(offer, payload), 'offer');
  connection.setLocalDescription('answer');
  const own = connection.localDescription()?.sdp ?? '';
  return answerTo(offer, {
    ufrag: partOf(own, 'ice-ufrag'),
    password: partOf(own, 'ice-pwd'),
    fingerprint: partOf(own, 'fingerprint'),
    setup: partOf(own, 'setup'),
    ssrc,
    payload,
    hosts,
    port,
  });
}
