import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const shipped = new URL('../../../../../deploy/mosquitto/mosquitto.conf', import.meta.url);

/**
 * Sets a Mosquitto with dynamic security up in a folder, by the configuration that operators copy; without its TLS, and on
 * the loopback alone. The account of the server is `eyrie`, its password `server-secret`.
 * @param plugin path of the dynamic-security plugin
 * @returns path of the configuration
 */
export const prepareMosquitto = (
  dir: string,
  { devicePort, serverPort, plugin }: { devicePort: number; serverPort: number; plugin: string },
): string => {
  const accounts = join(dir, 'dynamic-security.json');
  const config = readFileSync(shipped, 'utf8')
    .replace(/^plugin .*$/m, `plugin ${plugin}`)
    .replace(/^plugin_opt_config_file .*$/m, `plugin_opt_config_file ${accounts}`)
    .replace(/^(?:certfile|keyfile|tls_version) .*\n/gm, '')
    .replace(/^listener 8883$/m, `listener ${devicePort} 127.0.0.1`)
    .replace(/^listener 1884 /m, `listener ${serverPort} `);
  // Started as root it would become another user, who cannot read a folder of the test.
  const user = process.getuid?.() === 0 ? 'user root\n' : '';
  const file = join(dir, 'mosquitto.conf');
  writeFileSync(file, `${user}${config}`);
  spawnSync('mosquitto_ctrl', ['dynsec', 'init', accounts, 'eyrie', 'server-secret']);
  return file;
};
