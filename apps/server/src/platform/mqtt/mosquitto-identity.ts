import { limits } from '@eyrie/domain';
import { BrokerDownError, type BrokerClient } from './client.ts';
import type { DynamicSecurity, Response } from './dynamic-security.ts';

/** What distinguishes a broker from every other, kept where devices cannot reach it. */
export interface KeptIdentity {
  /** @returns null: the broker has none, or lost it */
  read(): Promise<string | null>;
  write(id: string): Promise<void>;
}

/** Nobody holds this role, so that a change of it disconnects nobody; it allows nothing. */
const rolename = 'eyrie-cluster';
const tries = 3;

/** The identity of a Mosquitto: the description of a role, for the plugin keeps that in its file and messages are kept nowhere. */
export const keptIdentity = (client: BrokerClient, { execute }: DynamicSecurity): KeptIdentity => {
  const withPatience = async (
    command: Parameters<DynamicSecurity['execute']>[0],
    fine?: RegExp,
  ): Promise<Response> => {
    for (let left = tries; ; left -= 1) {
      try {
        return await execute(command, fine);
      } catch (error) {
        // The plugin ends our connection where it gave our account its rights just now.
        if (!(error instanceof BrokerDownError) || left === 0) throw error;
        await client.untilUp(limits.broker.clientConnect);
      }
    }
  };
  const held = async (): Promise<Response> => withPatience({ command: 'getRole', rolename }, /not found/i);
  return {
    read: async () => (await held()).data?.role?.textdescription ?? null,
    write: async (id) => {
      const role = { rolename, textdescription: id };
      if ((await held()).data?.role) await withPatience({ command: 'modifyRole', ...role });
      else await withPatience({ command: 'createRole', ...role }, /already exists/);
    },
  };
};
