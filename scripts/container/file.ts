// Reads a container file with a parser made for it. Input: its text. Output: its stages as steps, and what an image made of the last stage
// says of itself.

import { DockerfileParser, JSONInstruction, type Copy, type Env, type From, type Healthcheck } from 'dockerfile-ast';

export type Step =
  | { readonly kind: 'run'; readonly command: string }
  | { readonly kind: 'copy'; readonly from: string | undefined; readonly paths: readonly string[]; readonly to: string }
  | { readonly kind: 'workdir'; readonly path: string };

/** What is said of a container, beside its files. */
export interface Image {
  readonly user: string | undefined;
  readonly env: Readonly<Record<string, string>>;
  readonly ports: readonly string[];
  readonly volumes: readonly string[];
  /** Undefined where it is no list: a shell would then be the first process. */
  readonly entrypoint: readonly string[] | undefined;
  readonly command: readonly string[] | undefined;
  readonly health: readonly string[] | undefined;
  readonly directory: string;
}

export interface Stage {
  readonly base: string;
  readonly name: string | undefined;
  readonly steps: readonly Step[];
  readonly image: Image;
}

const EMPTY: Image = {
  user: undefined,
  env: {},
  ports: [],
  volumes: [],
  entrypoint: undefined,
  command: undefined,
  health: undefined,
  directory: '/',
};

export function stagesOf(text: string): readonly Stage[] {
  const stages: (Stage & { steps: Step[]; image: Image })[] = [];
  for (const instruction of DockerfileParser.parse(text).getInstructions()) {
    const keyword = instruction.getKeyword();
    const words = instruction.getArguments().map((argument) => argument.getValue());
    if (keyword === 'FROM') {
      const from = instruction as From;
      const name = from.getBuildStage() ?? undefined;
      stages.push({ base: from.getImage() ?? '', name, steps: [], image: EMPTY });
      continue;
    }
    const stage = stages.at(-1);
    if (stage === undefined) throw new Error(`${keyword} before FROM`);
    const list = instruction instanceof JSONInstruction ? listOf(instruction) : undefined;
    const { image } = stage;
    switch (keyword) {
      case 'RUN':
        stage.steps.push({ kind: 'run', command: instruction.getArgumentsContent() ?? '' });
        break;
      case 'COPY':
        stage.steps.push(copied(instruction as Copy, words));
        break;
      case 'WORKDIR':
        stage.steps.push({ kind: 'workdir', path: words[0]! });
        stage.image = { ...image, directory: words[0]! };
        break;
      case 'USER':
        stage.image = { ...image, user: words[0] };
        break;
      case 'ENV': {
        const more = (instruction as Env).getProperties().map((one) => [one.getName(), one.getValue() ?? '']);
        stage.image = { ...image, env: { ...image.env, ...Object.fromEntries(more) } };
        break;
      }
      case 'EXPOSE':
        stage.image = { ...image, ports: [...image.ports, ...words] };
        break;
      case 'VOLUME':
        stage.image = { ...image, volumes: [...image.volumes, ...(list ?? words)] };
        break;
      case 'ENTRYPOINT':
        stage.image = { ...image, entrypoint: list };
        break;
      case 'CMD':
        stage.image = { ...image, command: list };
        break;
      case 'HEALTHCHECK':
        stage.image = { ...image, health: healthOf(instruction as Healthcheck) };
        break;
      default:
        throw new Error(`the script knows no ${keyword}`);
    }
  }
  return stages;
}

function copied(instruction: Copy, words: readonly string[]): Step {
  const from =
    instruction
      .getFlags()
      .find((flag) => flag.getName() === 'from')
      ?.getValue() ?? undefined;
  return { kind: 'copy', from, paths: words.slice(0, -1), to: words.at(-1)! };
}

function listOf(instruction: JSONInstruction): readonly string[] | undefined {
  const list = instruction.getJSONStrings().map((one) => one.getJSONValue());
  return instruction.getOpeningBracket() === null ? undefined : list;
}

function healthOf(instruction: Healthcheck): readonly string[] | undefined {
  const text = instruction.getArgumentsContent() ?? '';
  const at = text.indexOf('[');
  return at === -1 ? undefined : (JSON.parse(text.slice(at)) as string[]);
}
