import { limits } from '@eyrie/domain';
import { z } from 'zod';
import type { BrokerClient } from './client.ts';

const CONTROL = '$CONTROL/dynamic-security/v1';
const RESPONSES = `${CONTROL}/response`;

const ruleShape = z.object({
  acltype: z.string(),
  topic: z.string(),
  priority: z.number(),
  allow: z.boolean(),
});
export type HeldRule = z.infer<typeof ruleShape>;

const responseShape = z.object({
  correlationData: z.string().optional(),
  error: z.string().optional(),
  data: z
    .object({
      role: z.object({ acls: z.array(ruleShape) }).optional(),
      client: z.object({ roles: z.array(z.object({ rolename: z.string() })) }).optional(),
    })
    .optional(),
});
export type Response = z.infer<typeof responseShape>;

const responsesShape = z.object({ responses: z.array(responseShape) });

export type Command = { command: string } & Record<string, unknown>;

/** The line to Mosquitto's dynamic-security plugin: one command, one answer. */
export interface DynamicSecurity {
  /** Gives one command; errors that say "it is already so" are fine. Rejects when refused or not answered in time. */
  execute(command: Command, fine?: RegExp): Promise<Response>;
  /** Stops listening for answers until the next command. */
  hangUp(): Promise<void>;
}

/** @param client signed in as the plugin's administrator */
export function dynamicSecurity(client: BrokerClient): DynamicSecurity {
  const waiting = new Map<string, (response: Response) => void>();
  let next = 0;
  client.onMessage((topic, payload) => {
    if (topic !== RESPONSES) return;
    for (const response of responsesShape.parse(JSON.parse(payload.toString())).responses) {
      waiting.get(response.correlationData ?? '')?.(response);
    }
  });

  return {
    async execute(command, fine = /^$/) {
      await client.subscribe([RESPONSES]);
      next += 1;
      const correlationData = `${process.pid}-${next}`;
      let timer: NodeJS.Timeout | undefined;
      const answer = new Promise<Response>((resolve, reject) => {
        timer = setTimeout(
          () => reject(new Error(`the broker does not answer ${command.command}`)),
          limits.broker.clientConnect,
        );
        waiting.set(correlationData, (response) => {
          const { error } = response;
          if (error === undefined || fine.test(error)) resolve(response);
          else reject(new Error(`the broker refuses ${command.command}: ${error}`));
        });
      });
      answer.catch(() => undefined);
      try {
        await client.publish(CONTROL, JSON.stringify({ commands: [{ ...command, correlationData }] }), {
          qos: 1,
        });
        return await answer;
      } finally {
        clearTimeout(timer);
        waiting.delete(correlationData);
      }
    },
    hangUp: () => client.unsubscribe([RESPONSES]),
  };
}
