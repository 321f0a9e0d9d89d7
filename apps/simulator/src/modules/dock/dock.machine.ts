import { randomUUID } from 'node:crypto';
import { DrcDesk } from '../drc/index.ts';
import { FlightDesk, lostFlight } from '../flight/index.ts';
import { fits, type Refit } from '../drone/index.ts';
import { PayloadDesk, PayloadDevices } from '../gimbal/index.ts';
import { fetchBytes, Loudspeaker } from '../speaker/index.ts';
import { fetchSum, FirmwareDesk } from '../firmware/index.ts';
import { LogDesk } from '../dock-log/index.ts';
import { blankPhoto, drawPhoto, MediaUpload, storeObject, withMarks } from '../media/index.ts';
import { VideoStreams } from '../video/index.ts';
import { timing } from '../../platform/timing.ts';
import type { Message, Wire } from '../../platform/wire.ts';
import { createCore, type DockCore, type DockSetup } from './core.ts';
import { DebugBench } from './debug.ts';
import { drcHost } from './drc-host.ts';
import { debugHost } from './debug-host.ts';
import { devicesHost } from './devices-host.ts';
import type { BodyEvent } from './dock.body.ts';
import { openLink, type LinkListener } from './dock.link.ts';
import { answerService, type Answer } from './dock.services.ts';
import { DockVoice } from './dock.voice.ts';
import type { Failure } from './failures.ts';
import { askAreas } from './flight-areas.ts';
import { firmwareHost } from './firmware-host.ts';
import { FlightDuties } from './flight-duties.ts';
import { interventions, type Interventions } from './interventions.ts';
import { Replies } from './replies.ts';
import { makeReport, type DockReport } from './report.ts';
import { bringAbout, type TroubleHost } from './troubles.ts';

/** A device whose picture could not be started. */
const liveRefused = 513_006;

/** A dock in one piece: it ties what the body does to what the voice says and what the server orders. */
export class DockMachine implements LinkListener, TroubleHost {
  readonly core: DockCore;
  readonly wire: Wire;
  private readonly voice: DockVoice;
  private readonly video: VideoStreams;
  private readonly media: MediaUpload;
  private readonly flights: FlightDesk;
  private readonly debug: DebugBench;
  private readonly logs: LogDesk;
  private readonly speaker: Loudspeaker;
  private readonly payload: PayloadDesk;
  private readonly devices: PayloadDevices;
  private readonly drc: DrcDesk;
  readonly inFlight: Interventions;

  private readonly firmware: FirmwareDesk;
  private readonly replies: Replies;
  private lastTick: number;
  private stopped = false;
  private recalled = false;
  private slept = false;
  private cancelTick = () => {};

  constructor(setup: DockSetup) {
    const core = createCore(setup);
    this.core = core;
    this.lastTick = core.clock.mono();
    core.body.drone.powered = this.awakeMs > 0;
    this.wire = openLink(core, () => this);
    this.voice = new DockVoice(core, this.wire, {
      streams: () => this.video.status(),
      payloads: () => [...this.speaker.property(), ...this.devices.property()],
    });
    this.video = new VideoStreams({
      clock: core.clock,
      log: core.log,
      fallback: setup.fallbackVideo ?? null,
      capacity: () => this.voice.capacity(),
      scene: (videoId) => this.voice.scene(videoId),
      changed: () => this.voice.live(),
      fault: () => {
        const armed = core.failures.take('liveFault');
        return armed && (armed.code ?? liveRefused);
      },
    });
    this.media = new MediaUpload({
      clock: core.clock,
      wire: this.wire,
      log: core.log,
      droneModelKey: core.droneModel.key,
      camera: core.droneModel.camera,
      draw: async (shot) => withMarks((await drawPhoto(shot)) ?? blankPhoto, shot, core.droneModel.name),
      waiting: (photos) => {
        core.body.state.remainUpload = photos.length;
        setup.memory?.write({ photos });
      },
    });
    this.flights = new FlightDesk(new FlightDuties(core, this.wire, this.media));
    this.debug = new DebugBench(debugHost(core, this.wire, () => this.voice.cards()));
    this.logs = new LogDesk({
      sn: setup.sn,
      droneSn: setup.droneSn,
      journals: core.journals,
      droneOn: () => core.body.drone.powered,
      flying: () => core.body.state.modeCode === 4,
      armed: (kind) => core.failures.take(kind),
      afterSeconds: (seconds, run) => core.afterSeconds(seconds, run),
      store: storeObject,
      report: (bid, data) => this.wire.event('fileupload_progress', data, { bid }),
      log: core.log,
    });
    this.speaker = new Loudspeaker({
      fitted: setup.loudspeaker ?? core.model.type === 3,
      droneOn: () => core.body.drone.powered,
      armed: (kind) => core.failures.take(kind),
      afterSeconds: (seconds, run) => core.afterSeconds(seconds, run),
      fetch: fetchBytes,
      progress: (method, bid, data) => this.wire.event(method, data, { bid }),
      changed: () => this.voice.payloads(),
      log: core.log,
    });
    this.payload = new PayloadDesk({
      drone: core.body.drone,
      camera: core.droneModel.camera,
      place: core.place,
      thermal: core.droneModel.thermal,
      event: (method, data, bid) => this.wire.event(method, data, { bid }),
      run: () => this.flights.running?.machine.run ?? null,
      afterSeconds: (seconds, run) => core.afterSeconds(seconds, run),
    });
    this.devices = new PayloadDevices(
      devicesHost(core, this.wire, { voice: this.voice, drc: () => this.drc }),
    );
    const { flights, video, devices } = this;
    this.drc = new DrcDesk(drcHost(core, this.wire, { flights, video, devices }));

    this.inFlight = interventions(this, this.flights, this.drc);
    this.firmware = new FirmwareDesk(firmwareHost(core, this.wire, { fetch: fetchSum, voice: this.voice }));
    if (core.body.drone.powered) core.journals.drone.begin(core.clock.wall());
    this.replies = new Replies(core, this.wire);
    this.tick();
  }

  arm(failure: Failure): void {
    bringAbout(failure, this);
  }

  /** Changes what the aircraft carries, and turns it on for a moment, as whoever changed it does to look. */
  refit(order: Refit): boolean {
    const { body, setup, droneModel } = this.core;
    if (!fits(order, droneModel) || this.flights.running !== null || !body.refit(order)) return false;
    setup.memory?.write({ refit: { ...setup.memory.read().refit, ...order } });
    body.setPower(true);
    this.sleepAfter(timing.awakeMs);
    return true;
  }

  report(): DockReport {
    const { core, wire } = this;
    const { working } = this.debug;
    return makeReport({ core, wire, flight: this.flights.running, streams: this.video.status(), working });
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.cancelTick();
    this.core.cancelAll();
    this.voice.silence();
    this.flights.stop();
    this.drc.stop();
    this.media.stop();
    this.video.endAll();
    await this.wire.stop();
  }

  async appear(): Promise<void> {
    await this.voice.appear();
    if (!this.recalled) this.recall();
    this.sleepLater();
  }

  silence(): void {
    this.voice.silence();
  }

  obey(message: Message): void {
    this.core.log('service', { sn: this.core.setup.sn, method: message.method, tid: message.tid });
    const work = () => this.carryOut(message.method, message.data, message.bid);
    void this.replies.answer(message, work).then(() => this.wake());
  }

  /** As a person at the dock would order it: the ledger of what the server ordered knows nothing of it. */
  async orderOnSite(method: string, data: unknown): Promise<Answer> {
    const answer = await this.carryOut(method, data, randomUUID());
    this.wake();
    return answer;
  }

  private async carryOut(method: string, data: unknown, bid: string): Promise<Answer> {
    const fetchAreas = (): void => askAreas(this.core, this.wire);
    const { flights, video, debug, logs, speaker, payload, devices, drc, media, firmware } = this;
    const desk = { flights, video, debug, logs, speaker, payload, devices, drc, media, firmware, fetchAreas };
    return answerService(desk, method, data, bid);
  }

  linkChanged(): void {
    if (this.voice.droneAudible) this.voice.droneAppears();
    else this.voice.droneFallsSilent();
  }

  topologyChanged(): void {
    void this.voice.topology();
  }

  /** Lets the time since the last tick pass for the whole dock, then sets the next one. */
  private tick() {
    const { core } = this;
    const now = core.clock.mono();
    const seconds = ((now - this.lastTick) / 1000) * core.setup.speed;
    this.lastTick = now;
    for (const event of core.body.advance(seconds, now / 1000)) this.react(event);
    this.weaken();
    this.flights.advance(seconds);
    this.voice.reason();
    if (this.stopped) return;
    const busy = this.flights.running !== null || core.body.busy;
    const wait = busy ? timing.flightTickMs : timing.idleTickMs;
    this.cancelTick = core.clock.after(wait, () => this.tick());
  }

  /** Something began: the next step must not wait for the pace of an idle dock. */
  private wake() {
    if (this.stopped) return;
    this.cancelTick();
    this.tick();
  }

  private get awakeMs(): number {
    return this.core.setup.awakeMs ?? timing.awakeMs;
  }

  /** The aircraft of a dock that has just come online goes to sleep, unless somebody has use for it. */
  private sleepLater() {
    if (this.slept) return;
    this.slept = true;
    if (this.awakeMs > 0) this.sleepAfter(this.awakeMs);
  }

  private sleepAfter(ms: number) {
    this.core.later(ms, () => {
      if (this.flights.running === null && this.core.body.state.modeCode === 0)
        this.core.body.setPower(false);
    });
  }

  /** An ordered loss of battery waits until the aircraft is on its route. */
  private weaken() {
    if (this.flights.running?.machine.stage !== 'onRoute') return;
    const armed = this.core.failures.take('lowBattery');
    if (armed) this.core.body.battery.percent = armed.percent ?? this.core.body.returnPower;
  }

  /**
   * Takes up what was left when the dock lost power: photos go on, a flight that was under way is reported as
   * over, because the aircraft went home alone.
   */
  private recall() {
    this.recalled = true;
    const { memory } = this.core.setup;
    const { open, photos } = memory?.read() ?? { open: null, photos: [] };
    if (photos.length > 0) {
      this.media.add(photos);
      void this.media.run();
    }
    if (!open) return;
    memory?.write({ open: null });
    const data = lostFlight(open, this.core.model.steps.counting);
    this.wire.event('flighttask_progress', data, { bid: open.flightId, needReply: true });
  }

  private note(event: BodyEvent) {
    const { clock, journals } = this.core;
    const at = clock.wall();
    journals.dock.write(at, event);
    if (event === 'droneOn') journals.drone.begin(at);
    journals.drone.write(at, event);
    if (event === 'droneOff') journals.drone.end(at);
  }

  private react(event: BodyEvent) {
    const { body, setup } = this.core;
    const { state } = body;
    this.note(event);
    if (event === 'droneOn' || event === 'droneOff') {
      if (event === 'droneOff') {
        this.voice.droneSwitchesOff();
        this.video.endAll(setup.droneSn);
        this.devices.sleep();
      }
      void this.voice.topology().then(() => this.linkChanged());
      this.voice.live();
    }
    if (event === 'coverClosed') {
      if (state.stepCode !== 1 && !state.coverForced) Object.assign(state, { droneInDock: true, putter: 0 });
      state.coverForced = false;
    }
    if (event === 'coverJammed') {
      body.raise('coverOpening', true);
      this.flights.coverFault();
    }
  }
}
