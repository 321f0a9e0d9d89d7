import { children, word } from './fields.ts';
import { paramStays, saysSame } from './merge-values.ts';
import { readActionGroup } from './read-placemark.ts';
import type { WpmlAction } from './route.ts';
import type { XmlNode } from './write-xml.ts';
import type { XmlElement } from './xml.ts';

interface Written {
  readonly element: XmlElement;
  readonly action: WpmlAction;
  taken: boolean;
}

/** The actions of a waypoint of a file, as far as none of them was given to a written one yet. */
export class ActionPool {
  readonly #written: Written[];
  readonly #groups: readonly XmlElement[];
  readonly #mainPosition: string;

  /** @param index that the waypoint has in its file */
  constructor(placemark: XmlElement | null, index: number, mainPosition: string) {
    this.#mainPosition = mainPosition;
    this.#groups = children(placemark, 'actionGroup');
    this.#written = this.#groups.flatMap((group) => {
      const actions = readActionGroup(group, index);
      return children(group, 'action').flatMap((element, at) => {
        const action = actions[at];
        return action ? [{ element, action, taken: false }] : [];
      });
    });
  }

  /** The element that an action came from: one that says the same, else the next one that does the same. */
  take(action: WpmlAction): { element: XmlElement; same: boolean } | null {
    const free = this.#written.filter((one) => !one.taken && one.action.func === action.func);
    const same = free.find((one) => this.#same(one.action, action));
    const found = same ?? free[0];
    if (!found) return null;
    found.taken = true;
    return { element: found.element, same: same !== undefined };
  }

  /** Whether the groups of the file still say what is to be done, so that they stay as they are. */
  says(actions: readonly WpmlAction[], shift: (index: number) => number): boolean {
    return (
      actions.length === this.#written.length &&
      this.#written.every(({ action }, at) => {
        const after = actions[at];
        return (
          after !== undefined &&
          after.func === action.func &&
          after.trigger === action.trigger &&
          (after.triggerParam === null
            ? action.triggerParam === null
            : saysSame('', String(action.triggerParam), String(after.triggerParam))) &&
          after.groupEnd === shift(action.groupEnd) &&
          this.#same(action, after)
        );
      })
    );
  }

  get groups(): readonly XmlElement[] {
    return this.#groups;
  }

  /** Parameters of a written action that the element has to take over. */
  changes(element: XmlElement, node: XmlNode): readonly XmlNode[] {
    const action = this.#written.find((one) => one.element === element)?.action;
    const params = contentOf(node, 'actionActuatorFuncParam');
    if (!action || typeof params === 'string' || typeof params === 'number') return [];
    const after = Object.fromEntries(params.map(({ name, content }) => [localOf(name), textOf(content)]));
    return params.filter(
      ({ name }) => !paramStays(localOf(name), action.params, after, { ...this.#ofAction(action) }),
    );
  }

  #same(before: WpmlAction, after: WpmlAction): boolean {
    return Object.keys(after.params).every((name) =>
      paramStays(name, before.params, after.params, this.#ofAction(before)),
    );
  }

  #ofAction({ func }: WpmlAction) {
    return { func, mainPosition: this.#mainPosition };
  }
}

const localOf = (name: string): string => name.replace(/^wpml:/, '');

/** The text of a value; empty for what has children. */
export const textOf = (content: XmlNode['content']): string =>
  typeof content === 'string' || typeof content === 'number' ? String(content) : '';

export function contentOf(node: XmlNode, local: string): XmlNode['content'] {
  if (typeof node.content === 'string' || typeof node.content === 'number') return [];
  return node.content.find(({ name }) => localOf(name) === local)?.content ?? [];
}

/** Where the camera hangs that the file is for. */
export const mainPositionOf = (missionConfig: XmlElement | null): string =>
  word(children(missionConfig, 'payloadInfo')[0], 'payloadPositionIndex') ?? '0';
