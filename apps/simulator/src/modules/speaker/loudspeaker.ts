import { createHash } from 'node:crypto';
import type { Log } from '../../platform/log.ts';

export interface LoudspeakerHost {
  /** Whether the aircraft carries one. */
  readonly fitted: boolean;
  droneOn(): boolean;
  /** A failure that waits for its moment, taken out. */
  armed(kind: 'soundRefused' | 'soundBroken' | 'soundStops'): { kind: string; code?: number } | null;
  afterSeconds(seconds: number, run: () => void): void;
  fetch(url: string): Promise<Uint8Array>;
  progress(method: string, bid: string, data: unknown): void;
  /** What it is now, as a property of the dock. */
  changed(): void;
  log: Log;
}

/** As one aircraft numbers it. */
const speakerIndex = 2;
const bytesPerSecond = 32_000;
/** Words that it says in a second. */
const lettersPerSecond = 4;

const codes = {
  missing: 327_050,
  failed: 327_051,
  download: 327_055,
  sum: 327_056,
  malformed: 514_171,
} as const;
const states = { idle: 0, transferring: 1, playing: 2, error: 3, converting: 4, downloading: 99 } as const;

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const md5Of = (bytes: Uint8Array | string): string => createHash('md5').update(bytes).digest('hex');

interface Sound {
  name: string;
  md5: string;
  seconds: number;
}

/** A loudspeaker below the aircraft: it checks what it is given before it plays it. */
export class Loudspeaker {
  private readonly host: LoudspeakerHost;
  private state: number = states.idle;
  private workMode = 0;
  private playMode = 0;
  private volume = 50;
  private sound: Sound | null = null;
  /** Counts what it was given: what belongs to an earlier one is over. */
  private turn = 0;

  constructor(host: LoudspeakerHost) {
    this.host = host;
  }

  /** Payloads with their controls, as a dock reports them. */
  property(): unknown[] {
    if (!this.host.fitted) return [];
    return [
      {
        psdk_index: speakerIndex,
        psdk_name: 'Speaker',
        psdk_sn: 'SPK000001',
        psdk_version: '01.02.0001',
        psdk_lib_version: '3.8.1',
        psdk_type: 4,
        values: [],
        speaker: {
          work_mode: this.workMode,
          play_mode: this.playMode,
          play_volume: this.volume,
          system_state: this.state,
          play_file_name: this.sound?.name ?? '',
          play_file_md5: this.sound?.md5 ?? '',
        },
      },
    ];
  }

  /** Takes an order; null: it is none of a loudspeaker. */
  command(method: string, data: unknown, bid: string): number | null {
    if (!method.startsWith('speaker_')) return null;
    const given = recordOf(data);
    if (!this.host.fitted || given.psdk_index !== speakerIndex || !this.host.droneOn()) return codes.missing;
    switch (method) {
      case 'speaker_audio_play_start':
        return this.fetchSound(recordOf(given.file), bid);
      case 'speaker_tts_play_start':
        return this.say(recordOf(given.tts), bid);
      case 'speaker_replay':
        if (!this.sound) return codes.failed;
        this.play(this.sound);
        return 0;
      case 'speaker_play_stop':
        this.turn += 1;
        this.show(states.idle);
        return 0;
      case 'speaker_play_mode_set':
        if (given.play_mode !== 0 && given.play_mode !== 1) return codes.malformed;
        this.playMode = given.play_mode;
        this.host.changed();
        return 0;
      case 'speaker_play_volume_set': {
        const volume = given.play_volume;
        if (typeof volume !== 'number' || !Number.isInteger(volume) || volume < 0 || volume > 100)
          return codes.malformed;
        this.volume = volume;
        this.host.changed();
        return 0;
      }
      default:
        return codes.malformed;
    }
  }

  private fetchSound(file: Record<string, unknown>, bid: string): number {
    const [name, url, md5] = [textOf(file.name), textOf(file.url), textOf(file.md5)];
    // Raw samples and nothing else: it encodes them itself.
    if (name === '' || url === '' || !/^[0-9a-f]{32}$/.test(md5) || file.format !== 'pcm')
      return codes.malformed;
    const refused = this.host.armed('soundRefused');
    if (refused) return refused.code ?? codes.failed;
    const say = this.begin('speaker_audio_play_start_progress', bid, md5, 1);
    this.show(states.downloading);
    say.working('download', 10);
    void this.host
      .fetch(url)
      .then((bytes) => this.check(bytes, { name, md5 }, say))
      .catch((error: unknown) => {
        this.host.log('soundNotFetched', { message: error instanceof Error ? error.message : String(error) });
        say.failed(codes.download);
      });
    return 0;
  }

  private check(bytes: Uint8Array, { name, md5 }: { name: string; md5: string }, say: Saying): void {
    // 16 bits a sample: an odd number of bytes is none of it, and neither is a file with a header.
    const raw = bytes.length > 0 && bytes.length % 2 === 0 && !/^(?:RIFF|OggS|ID3)/.test(headOf(bytes));
    if (this.host.armed('soundBroken') || !raw || md5Of(bytes) !== md5) return say.failed(codes.sum);
    this.hand({ name, md5, seconds: bytes.length / bytesPerSecond }, say);
  }

  private say(tts: Record<string, unknown>, bid: string): number {
    const [name, text, md5] = [textOf(tts.name), textOf(tts.text), textOf(tts.md5)];
    if (name === '' || text === '' || md5Of(text) !== md5) return codes.malformed;
    const refused = this.host.armed('soundRefused');
    if (refused) return refused.code ?? codes.failed;
    const say = this.begin('speaker_tts_play_start_progress', bid, md5, 0);
    this.show(states.converting);
    this.hand({ name, md5, seconds: text.length / lettersPerSecond }, say);
    return 0;
  }

  private begin(method: string, bid: string, md5: string, workMode: number): Saying {
    this.turn += 1;
    const turn = this.turn;
    this.workMode = workMode;
    const output = (status: string, step_key: string, percent: number) => ({
      psdk_index: speakerIndex,
      status,
      md5,
      progress: { percent, step_key },
    });
    return {
      current: () => turn === this.turn,
      working: (step, percent) => {
        if (turn === this.turn)
          this.host.progress(method, bid, { result: 0, output: output('in_progress', step, percent) });
      },
      playing: () => this.host.progress(method, bid, { result: 0, output: output('ok', 'play', 100) }),
      failed: (code) => {
        if (turn !== this.turn) return;
        this.show(states.idle);
        this.host.progress(method, bid, { result: code, output: output('failed', 'download', 0) });
      },
    };
  }

  private hand(sound: Sound, say: Saying): void {
    const stops = this.host.armed('soundStops') !== null;
    this.host.afterSeconds(1, () => say.working('encoding', 40));
    this.host.afterSeconds(2, () => say.working('upload', 70));
    this.host.afterSeconds(3, () => {
      if (stops || !say.current()) return;
      this.play(sound);
      say.playing();
    });
  }

  private play(sound: Sound): void {
    this.turn += 1;
    const turn = this.turn;
    this.sound = sound;
    this.show(states.playing);
    const end = (): void => {
      if (turn !== this.turn) return;
      if (this.playMode === 1) this.host.afterSeconds(sound.seconds, end);
      else this.show(states.idle);
    };
    this.host.afterSeconds(sound.seconds, end);
  }

  private show(state: number): void {
    this.state = state;
    this.host.changed();
  }
}

interface Saying {
  current(): boolean;
  working(step: string, percent: number): void;
  playing(): void;
  failed(code: number): void;
}

const headOf = (bytes: Uint8Array): string => Buffer.from(bytes.subarray(0, 4)).toString('latin1');
