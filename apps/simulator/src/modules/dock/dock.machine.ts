import { droneModels, type Drone } from '../drone/index.ts';
import { FlightDesk, type FlightHost, type Happening, type RunningFlight } from '../flight/index.ts';
import { blankPhoto, drawPhoto, MediaUpload, type Shot } from '../media/index.ts';
import { VideoStreams } from '../video/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { seededRandom, type Random } from '../../platform/random.ts';
import { timing } from '../../platform/timing.ts';
import { openWire, type Message, type Wire } from '../../platform/wire.ts';
import { DebugBench, type DebugHost } from './debug.ts';
import { DockBody, windLimit, type BodyEvent } from './dock.body.ts';
import { answerService } from './dock.services.ts';
import { DockVoice } from './dock.voice.ts';
import { ArmedFailures, type Failure } from './failures.ts';
import { askStores, introduce } from './first-connection.ts';
import { dockModels, usualDrone, type DockModel } from './models.ts';
import type { SimulatedDockOptions } from './options.ts';
import { setProperties } from './properties.ts';
import { Replies } from './replies.ts';
import { makeReport, type DockReport } from './report.ts';
import { Ledger } from './stats.ts';
import { bringAbout, type TroubleHost } from './troubles.ts';

export type DockSetup = SimulatedDockOptions & { clock: Clock; log: Log; seed: string; speed: number };

/** A dock in one piece: it ties what the body does to what the voice says and what the server orders. */
export class DockMachine implements FlightHost, TroubleHost {
  readonly clock: Clock;
  readonly log: Log;
  readonly random: Random;
  readonly wire: Wire;
  readonly body: DockBody;
  readonly ledger = new Ledger();
  readonly failures = new ArmedFailures();
  readonly place: { lng: number; lat: number; height: number; heading: number };
  readonly speedUp: number;
  private readonly setup: DockSetup;
  private readonly model: DockModel;
  private readonly voice: DockVoice;
  private readonly flights: FlightDesk;
  private readonly video: VideoStreams;
  private readonly media: MediaUpload;
  private readonly debug: DebugBench;
  private readonly replies: Replies;
  private readonly launched = new Set<string>();
  private readonly pending = new Set<() => void>();
  private skew: number;
  private again = { until: 0, lateMs: 0 };
  private introduced = false;
  private lastTick: number;
  private stopped = false;
  private cancelTick = () => {};

  constructor(setup: DockSetup) {
    const model = dockModels[setup.model];
    const droneModel = model && droneModels[setup.droneModel ?? usualDrone[model.key]];
    if (!model || !droneModel)
      throw new RangeError(`no such dock or aircraft: ${setup.model} ${setup.droneModel ?? ''}`);
    this.setup = setup;
    this.model = model;
    this.clock = setup.clock;
    this.log = setup.log;
    this.random = seededRandom(setup.seed);
    this.place = { lng: setup.lng, lat: setup.lat, height: setup.height, heading: setup.heading };
    this.speedUp = setup.speed;
    this.skew = -this.random.between(400, 600);
    this.lastTick = this.clock.mono();
    this.body = new DockBody({
      seed: setup.seed,
      place: this.place,
      droneModel,
      battery: setup.battery ?? 95,
    });
    this.wire = openWire(this.wireOptions());
    this.voice = new DockVoice({
      sn: setup.sn,
      droneSn: setup.droneSn,
      model,
      droneModel,
      place: this.place,
      speedUp: this.speedUp,
      clock: this.clock,
      body: this.body,
      wire: this.wire,
      skew: () => this.skew,
      streams: () => this.video.status(),
    });
    this.flights = new FlightDesk(this);
    this.video = new VideoStreams({
      clock: this.clock,
      log: this.log,
      fallback: setup.fallbackVideo ?? null,
      capacity: () => this.voice.capacity(),
      scene: (videoId) => this.voice.scene(videoId),
      changed: () => this.voice.live(),
    });
    this.media = new MediaUpload({
      clock: this.clock,
      wire: this.wire,
      log: this.log,
      droneModelKey: droneModel.key,
      camera: droneModel.camera,
      draw: async (shot) => (await drawPhoto(shot)) ?? blankPhoto,
      remaining: (count) => {
        this.body.state.remainUpload = count;
      },
    });
    this.debug = new DebugBench(this.debugHost());
    this.replies = new Replies(this);
    this.tick();
  }

  get drone(): Drone {
    return this.body.drone;
  }

  get steps() {
    return this.model.steps;
  }

  now(): number {
    return this.clock.wall() + this.skew;
  }

  arm(failure: Failure): void {
    bringAbout(failure, this);
  }

  report(): DockReport {
    const { sn } = this.setup;
    return makeReport({
      sn,
      wire: this.wire,
      body: this.body,
      flight: this.flights.running,
      streams: this.video.status(),
      armed: this.failures.list(),
    });
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.cancelTick();
    for (const cancel of this.pending) cancel();
    this.voice.silence();
    this.flights.stop();
    this.media.stop();
    this.video.endAll();
    await this.wire.stop();
  }

  obstacle(phase: 'prepare' | 'execute'): number {
    const armed = this.failures.take(phase === 'prepare' ? 'rejectPrepare' : 'rejectExecute');
    return armed ? (armed.code ?? 319_016) : this.body.obstacle(phase);
  }

  surroundings() {
    const { body } = this;
    return {
      battery: body.battery.percent,
      returnPower: body.returnPower,
      wind: body.weather.wind,
      windLimit,
      linkUp: body.state.linkUp,
      coverOpen: body.state.cover.state === 1,
      droneOn: body.drone.powered,
    };
  }

  started(flight: RunningFlight): void {
    this.body.state.modeCode = 4;
    this.body.state.stepCode = 0;
    this.log('flightStarted', { sn: this.setup.sn, flight: flight.id });
    this.hurry();
  }

  happened(happening: Happening, flight: RunningFlight): void {
    const { state } = this.body;
    switch (happening.kind) {
      case 'askAreas':
        void this.wire.request('flight_areas_get', null);
        void this.wire.request('offline_map_get', null);
        break;
      case 'powerOn':
        if (!this.body.drone.powered) this.body.setPower(true);
        break;
      case 'openCover':
        if (this.model.rods) state.putter = 1;
        this.body.openCover(
          flight.machine.stage === 'preparing' && this.failures.take('coverFault') !== null,
        );
        break;
      case 'closeCover':
        this.body.closeCover();
        break;
      case 'airborne':
        this.launch(flight);
        break;
      case 'photo':
        flight.shots.push(this.shoot(happening, flight));
        break;
      case 'touchDown':
        state.stepCode = 2;
        this.body.drone.recordSeconds = 0;
        break;
      case 'finished':
        this.restore(flight, happening);
        break;
      default:
    }
  }

  linkChanged(): void {
    if (this.voice.droneAudible) this.voice.droneAppears();
    else this.voice.droneFallsSilent();
  }

  topologyChanged(): void {
    void this.voice.topology();
  }

  setSkew(ms: number): void {
    this.skew = ms;
  }

  repeatMessages(until: number, lateMs: number): void {
    this.again = { until, lateMs };
  }

  private wireOptions() {
    const { brokerUrl, sn, secret, will } = this.setup;
    return {
      brokerUrl,
      sn,
      secret,
      will,
      clock: this.clock,
      random: this.random,
      skew: () => this.skew,
      online: () => void this.connected(),
      offline: () => {
        this.voice.silence();
        this.log('offline', { sn });
      },
      service: (message: Message) => void this.obey(message),
      property: (message: Message) => {
        this.ledger.stats.properties += 1;
        this.wire.propertyReply(message, setProperties(message.data, this.body.state, this.body.drone));
      },
      fault: (error: Error) => this.log('brokerFault', { sn, message: error.message }),
      tamper: (send: () => void) => {
        send();
        if (this.clock.mono() >= this.again.until) return;
        if (this.again.lateMs > 0) this.later(this.again.lateMs, send);
        else send();
      },
    };
  }

  private async connected() {
    const { sn, droneSn, callsign, organizationId, bindingCode } = this.setup;
    const first = this.ledger.stats.connections === 0;
    this.ledger.stats.connections += 1;
    this.log('online', { sn, first });
    if (!first && !this.introduced) return;
    if (first) {
      const name = callsign ?? this.model.name;
      await introduce(this.wire, {
        organizationId: organizationId ?? '',
        bindingCode: bindingCode ?? '',
        devices: [
          { sn, modelKey: this.model.key, callsign: name },
          { sn: droneSn, modelKey: this.setup.droneModel ?? usualDrone[this.model.key], callsign: name },
        ],
      });
      this.introduced = true;
    }
    await this.voice.appear();
    if (first) askStores(this.wire);
  }

  private obey(message: Message): Promise<void> {
    this.log('service', { sn: this.setup.sn, method: message.method, tid: message.tid });
    const desk = { flights: this.flights, video: this.video, debug: this.debug };
    return this.replies.answer(message, () => answerService(desk, message.method, message.data, message.bid));
  }

  /** Lets the time since the last tick pass for the whole dock, then sets the next one. */
  private tick = () => {
    const now = this.clock.mono();
    const seconds = ((now - this.lastTick) / 1000) * this.speedUp;
    this.lastTick = now;
    for (const event of this.body.advance(seconds, now / 1000)) this.react(event);
    this.weaken();
    this.flights.advance(seconds);
    this.voice.reason();
    if (this.stopped) return;
    const busy = this.flights.running !== null || this.body.busy;
    this.cancelTick = this.clock.after(busy ? timing.flightTickMs : timing.idleTickMs, this.tick);
  };

  private hurry() {
    this.cancelTick();
    this.tick();
  }

  /** An ordered loss of battery waits until the aircraft is on its route. */
  private weaken() {
    if (this.flights.running?.machine.stage !== 'onRoute') return;
    const armed = this.failures.take('lowBattery');
    if (armed) this.body.battery.percent = armed.percent ?? this.body.returnPower;
  }

  private react(event: BodyEvent) {
    const { state } = this.body;
    if (event === 'droneOn' || event === 'droneOff') {
      if (event === 'droneOff') this.video.endAll(this.setup.droneSn);
      void this.voice.topology().then(() => this.linkChanged());
      this.voice.live();
    }
    if (event === 'coverClosed' && state.stepCode !== 1) {
      state.droneInDock = true;
      state.putter = 0;
    }
    if (event === 'coverJammed') {
      this.body.raise('coverOpening', true);
      this.flights.coverFault();
    }
  }

  private launch(flight: RunningFlight) {
    const { stats } = this.ledger;
    stats.launches += 1;
    if (this.launched.has(flight.id)) stats.relaunches += 1;
    this.launched.add(flight.id);
    Object.assign(this.body.state, { stepCode: 1, droneInDock: false });
    this.body.drone.flown.sorties += 1;
  }

  private shoot(photo: { waypoint: number; suffix: string }, flight: RunningFlight): Shot {
    const { drone } = this.body;
    const { lng, lat, elevation, head, gimbalPitch } = drone;
    const at = Math.round(this.now());
    const sequence = flight.shots.length + 1;
    return {
      flightId: flight.id,
      sequence,
      ...photo,
      lng,
      lat,
      height: this.place.height + elevation,
      elevation,
      head,
      gimbalPitch,
      at,
    };
  }

  private restore(flight: RunningFlight, { status, result }: { status: string; result: number }) {
    const { state, drone } = this.body;
    const flown = this.launched.has(flight.id);
    Object.assign(state, { modeCode: 0, stepCode: 5 });
    drone.flown.distance += flight.machine.flown;
    this.log('flightOver', {
      sn: this.setup.sn,
      flight: flight.id,
      status,
      result,
      photos: flight.shots.length,
    });
    if (flown) state.jobNumber += 1;
    this.afterSeconds(timing.droneOff - timing.finalProgress, () => {
      if (!this.flights.running) this.body.setPower(false);
    });
    if (state.cover.state === 3) this.afterSeconds(timing.faultClears, () => this.clearCoverFault());
    if (flight.shots.length === 0) return;
    this.media.add(flight.shots);
    this.afterSeconds(timing.mediaStart - timing.finalProgress, () => void this.media.run());
  }

  private clearCoverFault() {
    this.body.raise('coverOpening', false);
    this.body.closeCover();
  }

  private afterSeconds(seconds: number, run: () => void) {
    this.later((seconds * 1000) / this.speedUp, run);
  }

  private later(ms: number, run: () => void) {
    const cancel = this.clock.after(ms, () => {
      this.pending.delete(cancel);
      run();
    });
    this.pending.add(cancel);
  }

  private debugHost(): DebugHost {
    const { body } = this;
    return {
      mayEnter: () => (body.state.modeCode === 4 ? 514_148 : 0),
      inDebug: () => body.state.modeCode === 2,
      airborne: () => !body.state.droneInDock,
      enter: (on) => {
        body.state.modeCode = on ? 2 : 0;
      },
      light: (on) => {
        body.state.light = on;
      },
      cover: (open) => (open ? body.openCover(this.failures.take('coverFault') !== null) : body.closeCover()),
      rods: (out) => {
        body.state.putter = out ? 1 : 0;
      },
      dronePower: (on) => body.setPower(on),
      charge: (on) => {
        body.battery.charging = on;
      },
      reboot: () => this.wire.cut(60_000 / this.speedUp),
      later: (seconds, run) => this.afterSeconds(seconds, run),
      tell: (method, bid, data) => this.wire.event(method, data, { bid }),
    };
  }
}
