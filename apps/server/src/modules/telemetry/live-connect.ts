import type { limits as allLimits } from '@eyrie/domain';
import type { IConnectPacket } from 'mqtt-packet';

export type LiveLimits = { readonly [K in keyof typeof allLimits.live]: number };

/** What a browser shows to connect: all three parts of its credential. */
export interface LiveIdentity {
  clientId: string;
  username: string;
  password: string;
  /** From where it came. */
  address: string | null;
}

/** Return codes of CONNACK in MQTT 3.1.1. */
export const connack = { accepted: 0, version: 1, clientId: 2, unavailable: 3, notAuthorised: 5 } as const;

/** What is wrong with a CONNECT before its credential is looked at, as return code; `null` if nothing. */
export function connectFault(packet: IConnectPacket, limits: LiveLimits): number | null {
  const { clientId, username, password } = packet;
  if (packet.protocolId !== 'MQTT' || packet.protocolVersion !== 4 || 'bridgeMode' in packet) {
    return connack.version;
  }
  // Nothing may outlive a connection, or be said in its name after it.
  if (!packet.clean || packet.will || !clientId || clientId.length > limits.clientIdLength) {
    return connack.clientId;
  }
  return username && password ? null : connack.notAuthorised;
}

/** The credential of a CONNECT that has all three parts. */
export const identityOf = (
  { clientId, username, password }: IConnectPacket,
  address: string | null,
): LiveIdentity => ({
  address,
  clientId,
  username: username ?? '',
  password: password?.toString() ?? '',
});
