// The cookbook and the document of the README, tried: each document is served as its section says, and its lines are answered as the page
// shows. UPDATE=1 writes the answers into the pages.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

import { root } from '../examples/running.ts';
import { follow } from './follow.ts';
import { rewritten } from './page.ts';
import { recipeOf, sectionsOf } from './recipes.ts';

const isUpdate = process.env['UPDATE'] === '1';

describe.each(['docs/cookbook.md', 'README.md'])('%s', (name) => {
  const file = join(root, name);
  const sections = [...sectionsOf(readFileSync(file, 'utf8'))];
  const recipes = sections.flatMap((text, place) => {
    const recipe = recipeOf(text);
    return recipe === undefined ? [] : [{ ...recipe, place }];
  });

  it.each(recipes)('$title', { timeout: 60_000 }, async ({ text, start, place }) => {
    const told = await follow(text, isUpdate, start);
    expect(told.filter(({ step }) => step.kind === 'commands').length).toBeGreaterThan(0);
    const now = rewritten(text, told);
    if (isUpdate) sections[place] = now;
    else expect(now).toBe(text);
  });

  afterAll(() => {
    if (isUpdate) writeFileSync(file, sections.join(''));
  });
});
