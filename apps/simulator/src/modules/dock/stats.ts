import type { Message } from '../../platform/wire.ts';

export interface ServiceSeen {
  method: string;
  tid: string;
  bid: string;
  at: number;
  /** Between the server's timestamp and receipt, ms. */
  ageMs: number;
  duplicate: boolean;
}

export interface DockStats {
  launches: number;
  /** Services that came again with the same tid and bid. */
  duplicates: number;
  /** Launch orders for a flight that had been launched before. */
  relaunches: number;
  services: ServiceSeen[];
  connections: number;
  properties: number;
  /** How often it reported what moves in it. */
  reports: number;
}

const kept = 2000;

/** What an honest dock saw: tests and people judge the server by it. */
export class Ledger {
  readonly stats: DockStats = {
    launches: 0,
    duplicates: 0,
    relaunches: 0,
    services: [],
    connections: 0,
    properties: 0,
    reports: 0,
  };
  private readonly seen = new Set<string>();

  /** True when this very message came before. */
  note(message: Message, now: number): boolean {
    const key = `${message.tid} ${message.bid}`;
    const duplicate = this.seen.has(key);
    this.seen.add(key);
    if (duplicate) this.stats.duplicates += 1;
    const { method, tid, bid } = message;
    this.stats.services.push({ method, tid, bid, at: now, ageMs: now - message.timestamp, duplicate });
    if (this.stats.services.length > kept) this.stats.services.shift();
    return duplicate;
  }
}
