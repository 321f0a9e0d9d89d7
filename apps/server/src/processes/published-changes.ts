import { encodeLive, liveTopics } from '@eyrie/domain';
import type { Endpoint } from '../platform/http/endpoint.ts';
import type { BrokerClient } from '../platform/mqtt/index.ts';
import type { Runtime } from '../platform/runtime.ts';

/**
 * The same endpoints, after which the change is published to every open console of the organisation, through the
 * broker, so that it reaches every instance. A change that is done is answered as done whether or not that succeeds.
 */
export const withPublishedChanges = (
  runtime: Pick<Runtime, 'serverTime' | 'log'>,
  broker: Pick<BrokerClient, 'publish'>,
  endpoints: readonly Endpoint[],
): Endpoint[] =>
  endpoints.map((endpoint) => {
    const { declaration } = endpoint;
    const part = declaration.publishes;
    if (!part) return endpoint;
    return {
      declaration,
      async handle(request, context) {
        const answer = await endpoint.handle(request, context);
        const { groupRoot } = context.caller;
        const payload = encodeLive('organisationChange', groupRoot, { part }, runtime.serverTime());
        broker
          .publish(liveTopics.organisationChange.topic(groupRoot), payload, { qos: 0 })
          .catch((error: unknown) =>
            runtime.log.debug({ err: error }, 'a change of appearance was not published'),
          );
        return answer;
      },
    };
  });
