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
      role: z.object({ acls: z.array(ruleShape), textdescription: z.string().optional() }).optional(),
      client: z.object({ roles: z.array(z.object({ rolename: z.string() })) }).optional(),
      /** Names of a page of them, and how many there are in all. */
      clients: z.array(z.string()).optional(),
      totalCount: z.number().optional(),
      /** What holds where no rule says anything. */
      acls: z.array(z.object({ acltype: z.string(), allow: z.boolean() })).optional(),
    })
    .optional(),
});
export type Response = z.infer<typeof responseShape>;

const responsesShape = z.object({ responses: z.array(responseShape) });

export type Command = { command: string } & Record<string, unknown>;

/** A command of a batch, and the errors of it that say "it is already so". */
export interface Step {
  command: Command;
  fine?: RegExp;
}

/** The line to Mosquitto's dynamic-security plugin. */
export interface DynamicSecurity {
  /**
   * Gives commands in one message: nobody else's come between them. The plugin carries out each by itself, so a refused one
   * takes back nothing of the others, and 2.0 writes its whole file anew after each that changes something.
   * @returns the answers in the order of the commands
   * @throws Error when one is refused with an error that is not fine, or they are not answered in time
   */
  executeAll(steps: readonly Step[]): Promise<Response[]>;
  /** One command. */
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

  const executeAll = async (steps: readonly Step[]): Promise<Response[]> => {
    if (steps.length === 0) return [];
    await client.subscribe([RESPONSES]);
    const named = steps.map((step) => ({ ...step, correlationData: `${process.pid}-${(next += 1)}` }));
    const what = steps.map(({ command }) => command.command).join(', ');
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(
        () => reject(new Error(`the broker does not answer ${what}`)),
        limits.broker.clientConnect,
      );
    });
    const answers = named.map(
      ({ command, fine = /^$/, correlationData }) =>
        new Promise<Response>((resolve, reject) => {
          waiting.set(correlationData, (response) => {
            const { error } = response;
            if (error === undefined || fine.test(error)) resolve(response);
            else reject(new Error(`the broker refuses ${command.command}: ${error}`));
          });
        }),
    );
    const answered = Promise.race([Promise.all(answers), late]);
    answered.catch(() => undefined);
    try {
      const commands = named.map(({ command, correlationData }) => ({ ...command, correlationData }));
      await client.publish(CONTROL, JSON.stringify({ commands }), { qos: 1 });
      return await answered;
    } finally {
      clearTimeout(timer);
      for (const { correlationData } of named) waiting.delete(correlationData);
    }
  };
  return {
    executeAll,
    execute: async (command, fine) => {
      const [response] = await executeAll([fine ? { command, fine } : { command }]);
      return response as Response;
    },
    hangUp: () => client.unsubscribe([RESPONSES]),
  };
}
