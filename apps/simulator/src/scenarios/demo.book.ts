import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface KnownDock {
  oid: string;
  sn: string;
  droneSn: string;
  secret: string;
  /** As the demo named it last. */
  name: string;
}

/** A record with a name. */
export interface KnownRecord {
  oid: string;
  /** As the demo named it last. */
  name: string;
}

/**
 * What the demo made, by keys of its own, so that a name can change. Readable by the owner alone: the secret of a dock is
 * shown once and never again.
 */
export class DemoBook {
  private readonly dataDir: string;
  private readonly docks: Record<string, Partial<KnownDock>>;
  private readonly routes: Record<string, KnownRecord>;
  private readonly layers: Record<string, KnownRecord>;
  private readonly tasks: Record<string, KnownRecord>;

  constructor(dataDir: string) {
    this.dataDir = dataDir;
    this.docks = readBook<Partial<KnownDock>>(join(dataDir, 'docks.json'));
    this.routes = readBook<KnownRecord>(join(dataDir, 'routes.json'));
    this.layers = readBook<KnownRecord>(join(dataDir, 'layers.json'));
    this.tasks = readBook<KnownRecord>(join(dataDir, 'tasks.json'));
  }

  /** @param prefix first letters of its serial number */
  dock(prefix: string): KnownDock | undefined {
    // Books of older versions hold docks by the name that they were given.
    const [key, found] = Object.entries(this.docks).find(([, { sn }]) => sn?.startsWith(prefix)) ?? [];
    const { oid, sn, droneSn, secret, name = key } = found ?? {};
    return oid && sn && droneSn && secret && name ? { oid, sn, droneSn, secret, name } : undefined;
  }

  putDock(prefix: string, dock: KnownDock): void {
    for (const [key, { sn }] of Object.entries(this.docks))
      if (sn?.startsWith(prefix)) delete this.docks[key];
    this.docks[prefix] = dock;
    this.write('docks.json', this.docks);
  }

  route(key: string): KnownRecord | undefined {
    return this.routes[key];
  }

  putRoute(key: string, route: KnownRecord): void {
    this.routes[key] = route;
    this.write('routes.json', this.routes);
  }

  layer(key: string): KnownRecord | undefined {
    return this.layers[key];
  }

  putLayer(key: string, layer: KnownRecord): void {
    this.layers[key] = layer;
    this.write('layers.json', this.layers);
  }

  task(key: string): KnownRecord | undefined {
    return this.tasks[key];
  }

  putTask(key: string, task: KnownRecord): void {
    this.tasks[key] = task;
    this.write('tasks.json', this.tasks);
  }

  private write(file: string, content: unknown): void {
    mkdirSync(this.dataDir, { recursive: true, mode: 0o700 });
    const path = join(this.dataDir, file);
    writeFileSync(`${path}.new`, JSON.stringify(content, null, 2), { mode: 0o600 });
    renameSync(`${path}.new`, path);
  }
}

function readBook<T>(path: string): Record<string, T> {
  try {
    const book: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return typeof book === 'object' && book !== null ? (book as Record<string, T>) : {};
  } catch {
    return {};
  }
}
