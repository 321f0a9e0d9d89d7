import { asyncApi } from '../platform/http/asyncapi.ts';
import { callLines, openApi } from '../platform/http/openapi.ts';
import { readSettings } from '../platform/settings.ts';
import { createAddresses } from '../processes/addresses.ts';
import { print } from './command.ts';
import type { CliCommand } from './command.ts';

export const callsCommand: CliCommand = {
  words: 'calls',
  summary: 'every call the server answers: method, path, and the rights of which one is needed',
  run: () => {
    for (const line of callLines()) print(line);
    return Promise.resolve();
  },
};

export const openApiCommand: CliCommand = {
  words: 'openapi',
  summary: 'the description of all calls as OpenAPI 3.1',
  run: async () => {
    const { default: about } = await import('../../package.json', { with: { type: 'json' } });
    print(JSON.stringify(openApi(about.version), null, 2));
  },
};

export const asyncApiCommand: CliCommand = {
  words: 'asyncapi',
  summary: 'the contract of devices of other vendors as AsyncAPI 3',
  run: async () => {
    const { default: about } = await import('../../package.json', { with: { type: 'json' } });
    const settings = readSettings(process.env);
    const address = createAddresses(settings).broker(settings.mqttUrl ? undefined : settings.mqttPort);
    print(JSON.stringify(asyncApi(about.version, address), null, 2));
  },
};
