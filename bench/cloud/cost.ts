export interface Question {
  what: 'make' | 'ours' | 'unpack' | 'bare';
  path: string;
  /** Points along each side of the ground. */
  across: number;
}

export interface Cost {
  ms: number;
  /** Milliseconds that processors worked, of all threads. */
  worked: number;
  /** Most bytes that the process held. */
  memory: number;
}
