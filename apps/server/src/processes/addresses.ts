import type { Settings } from '../platform/settings.ts';

const shown = (host: string): string =>
  host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;

/** Where this server is found: as the settings say, else on the ports that it got. */
export const createAddresses = (settings: Settings) => {
  const scheme = settings.tlsCert ? 'https' : 'http';
  const host = shown(settings.host);
  let port = settings.port;
  const own = (): string => `${scheme}://${host}:${port}`;
  return {
    /** Port 0 means any: the real one is known once it is open. */
    opened(actual: number): void {
      port = actual;
    },
    own,
    public: (): string => settings.publicUrl ?? own(),
    mqtt(embeddedPort: number | undefined): string {
      if (settings.publicMqttUrl) return settings.publicMqttUrl;
      if (embeddedPort === undefined) return settings.mqttUrl ?? '';
      return `${settings.tlsCert ? 'mqtts' : 'mqtt'}://${host}:${embeddedPort}`;
    },
    /** The broker as people read it: what this server signs in with stays with it. */
    broker(embeddedPort: number | undefined): string {
      const known = this.mqtt(embeddedPort);
      if (known === '') return known;
      const url = new URL(known);
      url.username = '';
      url.password = '';
      return url.href;
    },
    rtmp: (rtmpPort: number): string => settings.publicRtmpUrl ?? `rtmp://${host}:${rtmpPort}`,
  };
};
export type Addresses = ReturnType<typeof createAddresses>;
