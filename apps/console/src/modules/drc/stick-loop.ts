import {
  centredSticks,
  isLanding,
  type DrcDown,
  type DrcState,
  type StickLanding,
  type Sticks,
} from '@eyrie/domain';
import { now } from '../../platform/clock.ts';
import { noPad, stronger, watchPad, type PadReading } from './gamepad-sticks.ts';
import { afterAnswer, afterTime, noSteps, type LandingSteps } from './landing-steps.ts';
import {
  beginCalibration,
  finishCalibration,
  readForCalibration,
  type Calibration,
} from './pad-calibration.ts';
import { afterEvent, afterReading, isSending, type StickEvent, type StickPhase } from './stick-arming.ts';
import { actionOf, sticksOfKeys, type KeyMap } from './stick-keys.ts';
import type { PadMeasure, StickSettings } from './stick-settings.ts';
import { openSticksLink, type SticksLink } from './sticks-link.ts';
import {
  afterArm,
  afterLoss,
  afterPress,
  afterSilence,
  afterState,
  noStop,
  stopKnown,
  type StopSteps,
} from './stop-steps.ts';
import { noTouches, sticksOfTouches, touched, type TouchEvent } from './touch-sticks.ts';

/** Everything that the panel shows. */
export interface SticksView {
  phase: StickPhase;
  /** As they were read last. */
  values: Sticks;
  /** There is a connection to the server. */
  connected: boolean;
  /** By the gateway of the dock. */
  state: DrcState | null;
  refused: Extract<DrcDown, { kind: 'refused' }> | null;
  /** The connection broke off. */
  lost: boolean;
  pad: ShownPad | null;
  /** A gamepad is being measured, or was; only in the test mode. */
  calibration: Calibration | null;
  /** Of a landing where it is, as far as this page ordered one. */
  landing: LandingSteps;
  /** Of the emergency stop, as far as it was pressed on this page. */
  stop: StopSteps;
}

interface ShownPad {
  name: string;
  standard: boolean;
  /** False: its sticks are held since it appeared, and do not count yet. */
  rested: boolean;
}

const isSamePad = (a: ShownPad | null, b: ShownPad | null): boolean =>
  a?.name === b?.name && a?.standard === b?.standard && a?.rested === b?.rested;

export interface StickInput {
  keys: KeyMap;
  /** Deflection of a key that is held. */
  reach: number;
  settings: StickSettings;
}

export const noSticks: SticksView = {
  phase: 'disarmed',
  values: centredSticks,
  connected: false,
  state: null,
  refused: null,
  lost: false,
  pad: null,
  calibration: null,
  landing: noSteps,
  stop: noStop,
};

const every = 100;
/** Where letters are typed, keys are letters. */
const typed =
  'input:not([type="checkbox"], [type="radio"], [type="button"]), textarea, select, [contenteditable="true"], [role="combobox"]';

/** Reads keys, gamepad and fingers ten times a second, and sends what the phase lets through. */
export class StickLoop {
  readonly #dockOID: string;
  readonly #changed: (view: SticksView) => void;
  readonly #held = new Set<string>();
  readonly #timer: ReturnType<typeof setInterval>;
  readonly #unlisten: () => void;
  #view = noSticks;
  #link: SticksLink | null = null;
  #opening = false;
  #ended = false;
  #watch = noPad;
  #touches = noTouches;
  /** Of the lease of this tab; null: it has none. */
  epoch: number | null = null;
  input: StickInput;

  constructor(dockOID: string, input: StickInput, changed: (view: SticksView) => void) {
    this.#dockOID = dockOID;
    this.#changed = changed;
    this.input = input;
    this.#unlisten = this.#listen();
    this.#timer = setInterval(() => this.#beat(), every);
  }

  /** A person, or what happened to the page or its link. */
  event(event: StickEvent): void {
    if (event.kind !== 'arm' && event.kind !== 'test' && event.kind !== 'landOver') this.#letGo();
    if (event.kind === 'stop') this.forgetLanding();
    const phase = afterEvent(this.#view.phase, event);
    if (event.kind === 'stop' && isSending(phase)) this.#stop();
    if (event.kind === 'arm') this.#set({ stop: afterArm(this.#view.state) });
    // The frame that centres does not wait for the next beat.
    if (isSending(this.#view.phase) && this.epoch !== null && (phase === 'paused' || phase === 'disarmed'))
      this.#link?.frame(this.epoch, centredSticks);
    if (phase !== this.#view.phase) this.#set({ phase, calibration: null });
  }

  /** Pressed again it is another stop: it is never sent again by the page itself. */
  #stop(): void {
    this.#set({ stop: afterPress(this.#view.state, now()) });
    if (this.epoch !== null) this.#link?.stop(this.epoch);
  }

  /** Keys and fingers that are down count no more, before they are pressed anew. */
  #letGo(): void {
    this.#held.clear();
    this.#touches = noTouches;
  }

  /** Of a finger on a stick of the screen. */
  touch(event: TouchEvent): void {
    this.#touches = touched(this.#touches, event);
  }

  /** Measures the gamepad that counts; in the test mode alone, where nothing is sent. */
  beginCalibration(): void {
    const { phase, pad } = this.#view;
    if (phase === 'testing' && pad?.standard) this.#set({ calibration: beginCalibration(pad.name) });
  }

  /** @returns what was measured, of which gamepad; null: it failed, as the view says */
  finishCalibration(): { id: string; measure: PadMeasure } | null {
    const { calibration } = this.#view;
    if (!calibration) return null;
    const end = finishCalibration(calibration);
    this.#set({ calibration: end });
    return end.step === 'done' ? end : null;
  }

  arm(): void {
    this.event({ kind: 'arm', inFront: document.hasFocus() && document.visibilityState === 'visible' });
  }

  /** First step of a landing where it is: nothing moves by it. */
  askLanding(landing: StickLanding): void {
    if (!this.#link || this.epoch === null || this.#view.phase === 'testing') return;
    this.#set({ landing: { step: 'asking', landing, since: now() } });
    this.#link.askLanding(this.epoch, landing);
  }

  /** The second step, once: the sticks are locked before it is sent. */
  land(): void {
    const landing = afterTime(this.#view.landing, now());
    if (landing.step !== 'confirm' || !this.#link || this.epoch === null) return this.#set({ landing });
    this.#set({ landing: { step: 'sending', landing: landing.landing, since: now() } });
    this.event({ kind: 'land' });
    this.#link.land(this.epoch, landing.landing, landing.nonce);
  }

  forgetLanding(): void {
    if (this.#view.landing.step === 'confirm') this.#set({ landing: noSteps });
  }

  /** By the word of the gateway, so that a page that was opened anew is locked as well. */
  #followLanding({ landing }: DrcState): void {
    if (isLanding({ ordered: landing })) this.event({ kind: 'land' });
    else if (this.#view.landing.step !== 'sending') this.#landOver();
  }

  #landOver(): void {
    const { stop, state } = this.#view;
    this.event({ kind: 'landOver', stopped: stopKnown(stop, state) !== null });
  }

  async connect(): Promise<void> {
    if (this.#opening || this.#ended) return;
    this.#opening = true;
    this.disconnect();
    try {
      const link = await openSticksLink(this.#dockOID, {
        state: (state) => {
          this.#set({ state, stop: afterState(this.#view.stop, state) });
          this.#followLanding(state);
          if (!state.forwarding) this.disconnect();
        },
        landing: (answer) => {
          const landing = afterAnswer(this.#view.landing, answer);
          this.#set({ landing });
          if (landing.step === 'failed') this.#landOver();
        },
        refused: (refused) => this.#set({ refused }),
        lost: () => {
          this.disconnect();
          this.#set({ lost: true });
        },
      });
      if (this.#ended) return link.close();
      this.#link = link;
      this.#set({ connected: true, lost: false, refused: null, state: null });
    } catch {
      // The refusal was shown.
    } finally {
      this.#opening = false;
    }
  }

  disconnect(): void {
    this.event({ kind: 'lost' });
    this.#link?.close();
    this.#link = null;
    if (this.#view.connected) this.#set({ connected: false, stop: afterLoss(this.#view.stop) });
    const { step } = this.#view.landing;
    // What was on its way when the connection broke has no known outcome.
    if (step === 'sending') this.#set({ landing: { step: 'failed', why: 'unknown' } });
    else if (step !== 'none' && step !== 'failed') this.#set({ landing: noSteps });
  }

  /** The lease of this tab is another one, or gone. */
  leased(epoch: number | null): void {
    if (epoch === this.epoch) return;
    if (this.epoch !== null) this.disconnect();
    this.epoch = epoch;
  }

  end(): void {
    this.disconnect();
    this.#ended = true;
    clearInterval(this.#timer);
    this.#unlisten();
  }

  #set(part: Partial<SticksView>): void {
    this.#view = { ...this.#view, ...part };
    this.#changed(this.#view);
  }

  #beat(): void {
    const landing = afterTime(this.#view.landing, now());
    if (landing !== this.#view.landing) this.#set({ landing });
    const stop = afterSilence(this.#view.stop, now());
    if (stop !== this.#view.stop) this.#set({ stop });
    const { phase, values, pad, calibration } = this.#view;
    const found = this.#readPad();
    if (phase === 'disarmed') {
      if (!isSamePad(found.shown, pad)) this.#set({ pad: found.shown });
      return;
    }
    const { keys, reach, settings } = this.input;
    const byHand = stronger(
      sticksOfKeys(keys, this.#held, reach),
      sticksOfTouches(this.#touches, settings.mode, settings.cubic),
    );
    // What is held since it appeared moves nothing, and is no centre either.
    const read = stronger(byHand, phase === 'armed' && !found.counts ? centredSticks : found.sticks);
    const next = afterReading(phase, read);
    if (next.sent && this.epoch !== null) this.#link?.frame(this.epoch, next.sent);
    const measured = calibration && readForCalibration(calibration, found.reading);
    const same = (Object.keys(read) as (keyof Sticks)[]).every((axis) => read[axis] === values[axis]);
    if (!same || next.phase !== phase || !isSamePad(found.shown, pad) || measured !== calibration)
      this.#set({ phase: next.phase, values: read, pad: found.shown, calibration: measured });
  }

  #readPad(): { sticks: Sticks; counts: boolean; shown: ShownPad | null; reading: PadReading | null } {
    // A page that is not in front is given what the gamepad said before.
    const pads = document.hasFocus() ? navigator.getGamepads() : [];
    const { watch, pad, other, sticks } = watchPad(this.#watch, [...pads], this.input.settings);
    this.#watch = watch;
    if (!pad || !sticks) {
      const shown = other === null ? null : { name: other, standard: false, rested: false };
      return { sticks: centredSticks, counts: false, shown, reading: null };
    }
    const { rested } = watch;
    return { sticks, counts: rested, shown: { name: pad.id, standard: true, rested }, reading: pad };
  }

  /** True where the key is one of the sticks now, and nothing else of the page. */
  #takes(event: KeyboardEvent): boolean {
    if (event.ctrlKey || event.metaKey || event.altKey || this.#view.phase === 'disarmed') return false;
    if (event.target instanceof Element && event.target.closest(typed)) return false;
    return actionOf(this.input.keys, event.code) !== null;
  }

  #listen(): () => void {
    const down = (event: KeyboardEvent): void => {
      if (!this.#takes(event)) return;
      event.preventDefault();
      if (actionOf(this.input.keys, event.code) !== 'stop') this.#held.add(event.code);
      else if (!event.repeat) this.event({ kind: 'stop' });
    };
    const up = (event: KeyboardEvent): void => {
      this.#held.delete(event.code);
      // A space that is let go presses the button that has the focus.
      if (this.#takes(event)) event.preventDefault();
    };
    const away = (): void => this.event({ kind: 'away' });
    const back = (): void => {
      if (document.visibilityState === 'visible' && document.hasFocus()) this.event({ kind: 'back' });
      else away();
    };
    window.addEventListener('keydown', down, true);
    window.addEventListener('keyup', up, true);
    window.addEventListener('blur', away);
    window.addEventListener('focus', back);
    document.addEventListener('visibilitychange', back);
    return () => {
      window.removeEventListener('keydown', down, true);
      window.removeEventListener('keyup', up, true);
      window.removeEventListener('blur', away);
      window.removeEventListener('focus', back);
      document.removeEventListener('visibilitychange', back);
    };
  }
}
