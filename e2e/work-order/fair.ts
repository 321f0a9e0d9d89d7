/** What the steps of the story of a fair share. */
import type { Page } from '@playwright/test';
import type { Place } from '../../packages/geometry/src/index.ts';
import type { Person } from '../permission/visitor.ts';
import type { Caller } from '../support/calls.ts';
import type { Product } from '../support/product.ts';
import type { Reader } from '../support/reader.ts';
import type { SimulatedDock } from '../support/simulator.ts';
import { test } from '../support/story.ts';

export interface Fault extends Place {
  id: string;
  kind: string;
  repairedAt: number | null;
}

export interface Fair {
  reader: Reader;
  product: Product;
  caller: Caller;
  dock: SimulatedDock;
  sn: string;
  fault: Fault;
  worker: Person;
  /** Of all that this language makes. */
  word: string;
}

export const faultsOf = async (control: string, sn: string): Promise<Fault[]> =>
  (await (await fetch(`${control}/docks/${sn}/faults`)).json()) as Fault[];

export const shoot = (page: Page, name: string, fullPage = false): Promise<Buffer> =>
  page.screenshot({ path: test.info().outputPath(`${name}.png`), fullPage });

/** Opens a choice and takes what is found by a name. */
export const choose = async (page: Page, label: string, name: string): Promise<void> => {
  await page.getByLabel(label, { exact: true }).click();
  await page
    .locator('.ant-select-dropdown:visible .ant-select-item-option')
    .filter({ hasText: name })
    .first()
    .click();
  await page.keyboard.press('Escape');
};
