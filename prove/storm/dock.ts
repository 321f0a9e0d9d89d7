import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { generate, type Packet } from 'mqtt-packet';

export const stormSecret = 'storm-secret';
export const stormSn = (at: number): string => `STORM${String(at).padStart(6, '0')}`;

/** As little of a dock as has to be there to be seen, with an aircraft in it. */
export class StormDock {
  #socket: Socket | null = null;
  #timer: NodeJS.Timeout | undefined;
  #ended = false;
  readonly #sn: string;
  readonly #port: number;
  refused = 0;
  /** Connections that ended before they were answered. */
  cut = 0;
  /** Connections that ended after they were answered. */
  lost = 0;
  #answered = false;
  readonly #sayEvery: number;
  /** @param sayEvery ms between two of its reports */
  constructor(port: number, sn: string, sayEvery: number) {
    this.#port = port;
    this.#sn = sn;
    this.#sayEvery = sayEvery;
  }
  connect(): void {
    if (this.#ended) return;
    const socket = connect(this.#port, '127.0.0.1');
    this.#socket = socket;
    this.#answered = false;
    socket.on('connect', () =>
      this.#send({
        cmd: 'connect',
        protocolId: 'MQTT',
        protocolVersion: 4,
        clean: true,
        clientId: this.#sn,
        keepalive: 60,
        username: this.#sn,
        password: Buffer.from(stormSecret),
      }),
    );
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      if (chunk[0] !== 0x20) return;
      this.#answered = true;
      if (chunk[3] === 0) this.#arrived();
      else {
        this.refused += 1;
        socket.destroy();
      }
    });
    socket.on('close', () => {
      clearInterval(this.#timer);
      if (!this.#answered && !this.#ended) this.cut += 1;
      if (this.#answered && !this.#ended) this.lost += 1;
      // As DJI docks do: again after a few seconds.
      if (!this.#ended) setTimeout(() => this.connect(), 3_000 + Math.random() * 2_000);
    });
  }
  end(): void {
    this.#ended = true;
    clearInterval(this.#timer);
    this.#socket?.destroy();
  }
  #send(packet: Packet): void {
    this.#socket?.write(generate(packet));
  }
  #say(topic: string, data: unknown, method?: string): void {
    const message = {
      tid: randomUUID(),
      bid: randomUUID(),
      timestamp: Date.now(),
      gateway: this.#sn,
      method,
      data,
    };
    const payload = JSON.stringify(message);
    this.#send({ cmd: 'publish', topic, payload, qos: 0, retain: false, dup: false });
  }
  #arrived(): void {
    const drone = `A${this.#sn}`;
    const aircraft = { sn: drone, domain: '0', type: 91, sub_type: 0, index: 'A' };
    const topology = { domain: '3', type: 3, sub_type: 0, sub_devices: [aircraft] };
    this.#say(`sys/product/${this.#sn}/status`, topology, 'update_topo');
    // Side by side, a kilometre apart.
    const place = { longitude: 100 + (Number(this.#sn.replace(/\D/g, '')) % 1_000) / 100, latitude: 30 };
    const speak = (): void => {
      const sub = { device_sn: drone, device_model_key: '0-91-0', device_online_status: 1, device_paired: 1 };
      this.#say(`thing/product/${this.#sn}/osd`, {
        mode_code: 0,
        drone_in_dock: 1,
        ...place,
        sub_device: sub,
      });
      this.#say(`thing/product/${drone}/osd`, { mode_code: 0, elevation: 0, horizontal_speed: 0 });
    };
    speak();
    this.#timer = setInterval(speak, this.#sayEvery);
  }
}
