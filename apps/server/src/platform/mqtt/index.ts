/** The device broker: client, embedded broker and accounts. */
export { connectBroker } from './client.ts';
export type {
  BrokerClient,
  BrokerClientOptions,
  CommandLimit,
  FrameWithin,
  MessageHandler,
} from './client.ts';
export { startEmbeddedBroker } from './embedded.ts';
export type { EmbeddedBroker, EmbeddedBrokerOptions } from './embedded.ts';
export { clientTopic, deliveryTopic, frameNoticeTopic, relayName } from './topics.ts';
export type { ClientNotice, DeliveryNotice, FrameNotice } from './topics.ts';
export { reachOf } from './reach.ts';
export type { DenialNotice } from './denials.ts';
export { embeddedAccounts } from './device-accounts.ts';
export type { DeviceAccounts, Wire } from './device-accounts.ts';
export { mosquittoAccounts } from './mosquitto-accounts.ts';
export type { KeptIdentity } from './mosquitto-identity.ts';
export { createEmqx } from './emqx.ts';
export { createAccountWatch } from './account-watch.ts';
export type { AccountWatch } from './account-watch.ts';
