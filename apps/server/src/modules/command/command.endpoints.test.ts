import { commandCalls } from '@eyrie/domain';
import { describe, expect, it } from 'vitest';
import type { CallContext } from '../../platform/http/endpoint.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { commandEndpoints, type CommandEndpointDependencies } from './command.endpoints.ts';

const lost = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });

/** The challenge as it is asked for a dock that the database cannot look up, for `error`. */
const challenged = async (method: string, error: Error): Promise<unknown> => {
  const endpoints = commandEndpoints(
    {} as Runtime,
    {
      databaseUp: () => true,
      dockInScope: () => Promise.reject(error),
      emergency: { requireDock: () => ({ oid: 'from memory' }) },
      commands: { challenge: async (_caller: unknown, dockOID: string) => ({ dockOID }) },
    } as unknown as CommandEndpointDependencies,
  );
  const endpoint = endpoints.find(({ declaration }) => declaration === commandCalls.challenge);
  return endpoint?.handle({ oid: 'd', method }, { caller: {} } as CallContext);
};

describe('the confirmation that a hover needs in a return home', () => {
  it('is given for a dock known from memory while the database is just going', async () => {
    expect(await challenged('returnHomeCancel', lost)).toEqual({ dockOID: 'from memory' });
  });

  it('is refused where the database answered, and every other one waits for the database', async () => {
    await expect(challenged('returnHomeCancel', new TypeError('ours'))).rejects.toThrow('ours');
    await expect(challenged('startJob', lost)).rejects.toThrow('ECONNRESET');
  });
});
