import { encodeLive, liveTopics, type ControlChange } from '@eyrie/domain';
import type { Command } from '../../modules/command/index.ts';
import type { DockLink } from '../../modules/dock/index.ts';
import type { Log } from '../../platform/log.ts';
import type { BrokerClient } from '../../platform/mqtt/index.ts';
import type { Runtime } from '../../platform/runtime.ts';

/** Publishes to consoles what changed about the control of a dock. */
export type PublishControlChange = (
  link: DockLink,
  change: Partial<ControlChange> & { kind: ControlChange['kind'] },
) => void;

/** Publishes to consoles once. One that misses it reads the present state when it asks again. Does not wait or throw. */
export const createLivePublish =
  (broker: BrokerClient, log: Log) =>
  (topic: string, payload: string): void => {
    // Thousands of errors a second would cost more than what they report.
    if (!broker.connected) return;
    broker
      .publish(topic, payload, { qos: 0 })
      .catch((error: unknown) => log.debug({ err: error, topic }, 'live message not published'));
  };

/** @param publish hands a message to the broker; it does not wait and does not throw */
export const createControlPublisher =
  (
    { serverTime }: Pick<Runtime, 'serverTime'>,
    publish: (topic: string, payload: string) => void,
  ): PublishControlChange =>
  ({ dock }, change) =>
    publish(
      liveTopics.controlChange.topic(dock.groupRoot, dock.oid),
      encodeLive(
        'controlChange',
        dock.oid,
        { lease: null, command: null, flightOID: null, ...change },
        serverTime(),
      ),
    );

/** A command in the message of its change. */
export const commandChange = (command: Command): ControlChange['command'] => ({
  commandOID: command.oid,
  method: command.method,
  state: command.state,
  code: command.code,
  message: command.reason ?? '',
  at: command.history.at(-1)?.at ?? command.issuedAt,
  by: command.issuedByName,
});
