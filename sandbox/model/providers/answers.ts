import { type Behaviour, completed, json, says } from './wire'

export const answers: Record<string, Behaviour> = {
  'openai: JSON by the schema': says(json),
  'azure: filter results beside the answer': {
    answer: ({ replies }) =>
      completed(
        { content: json(replies), refusal: null },
        { content_filter_results: { hate: { filtered: false, severity: 'safe' } } },
        { prompt_filter_results: [{ prompt_index: 0 }] },
      ),
  },
  'openrouter: content as parts, reasoning beside it, its price': {
    answer: ({ replies }) =>
      completed(
        { content: [{ type: 'text', text: json(replies) }], reasoning: 'The post…', reasoning_details: [] },
        { native_finish_reason: 'STOP' },
        { usage: { prompt_tokens: 900, completion_tokens: 120, cost: 0.0011 } },
      ),
  },
  'anthropic: the format ignored, JSON in a fence': says((replies) => `\`\`\`json\n${json(replies)}\n\`\`\``),
  'anthropic: words before the JSON': says((replies) => `Here are the replies:\n\n${json(replies)}`),
  'anthropic: words after the JSON': says(
    (replies) => `${json(replies)}\n\nLet me know if you want more [or shorter ones].`,
  ),
  'gemini: a fence in capitals': says((replies) => `\`\`\`JSON\n${json(replies)}\n\`\`\``),
  'gemini: a bare array': says((replies) => JSON.stringify(replies)),
  'groq: raw reasoning in think tags': says(
    (replies) => `<think>\nThree replies, {"replies": []} …\n</think>\n\n${json(replies)}`,
  ),
  'groq: parsed reasoning beside the answer': {
    answer: ({ replies }) =>
      completed({ content: json(replies), reasoning: 'Let me think' }, {}, { x_groq: { id: 'req_1' } }),
  },
  'deepseek: reasoning_content beside the answer': {
    answer: ({ replies }) => completed({ content: json(replies), reasoning_content: 'Let me think' }),
  },
  'mistral: a list of chunks with thinking': {
    answer: ({ replies }) =>
      completed({
        content: [
          { type: 'thinking', thinking: [{ type: 'text', text: 'Hm, ["no"]' }], closed: true },
          { type: 'text', text: json(replies) },
        ],
      }),
  },
  'together: eos as the end, warnings beside it': {
    answer: ({ replies }) =>
      completed({ content: json(replies), reasoning: null }, { finish_reason: 'eos' }, { prompt: [], warnings: [] }),
  },
  'xai: reasoning_content beside the answer': {
    answer: ({ replies }) => completed({ content: json(replies), reasoning_content: 'Hm.' }),
  },
  'ollama: no end named': { answer: ({ replies }) => completed({ content: json(replies) }, { finish_reason: null }) },
  'ollama: objects with a text': says((replies) => JSON.stringify({ replies: replies.map((text) => ({ text })) })),
  'ollama: another key': says((replies) => JSON.stringify({ responses: replies })),
  'ollama: a trailing comma': says((replies) => `${json(replies).slice(0, -2)},]}`),
  'ollama: cut at its context, with whole replies before': {
    answer: ({ replies }) =>
      completed({ content: `${json([...replies, 'One that never']).slice(0, -8)}` }, { finish_reason: 'length' }),
  },
  'vllm: think tags without a parser': says((replies) => `<think>Let me see.</think>${json(replies)}`),
  'vllm: the opening tag eaten by the template': says((replies) => `Let me see.\n</think>\n${json(replies)}`),
  'vllm: the older name of its reasoning': {
    answer: ({ replies }) => completed({ content: json(replies), reasoning_content: 'Hm.', tool_calls: [] }),
  },
  'lmstudio: numbered lines': says((replies) => replies.map((reply, index) => `${index + 1}. ${reply}`).join('\n')),
  'lmstudio: numbered lines in quotation marks between words': says(
    (replies) =>
      `Sure!\n\n${replies.map((reply, index) => `**${index + 1}.** "${reply}"`).join('\n\n')}\n\nShall I go on?`,
  ),
  'llamacpp: timings beside the answer': {
    answer: ({ replies }) => completed({ content: json(replies) }, {}, { timings: { predicted_n: 120 } }),
  },
  'llamacpp: channels of gpt-oss left in the text': says(
    (replies) =>
      `<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>${json(replies)}`,
  ),
  'a gateway: events where JSON was asked for': {
    answer: ({ replies }) => ({
      status: 200,
      headers: { 'content-type': 'text/event-stream' },
      body: `${[...json(replies)].map((content) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`).join('')}data: [DONE]\n\n`,
    }),
  },
  'a gateway: the answer as the arguments of a call': {
    answer: ({ replies }) =>
      completed(
        { content: null, tool_calls: [{ type: 'function', function: { name: 'replies', arguments: json(replies) } }] },
        { finish_reason: 'tool_calls' },
      ),
  },
  'a gateway: JSON in JSON': says((replies) => JSON.stringify(json(replies))),
  'mistral: thoughts in brackets': says((replies) => `[THINK]I may write ${json(['idea'])}[/THINK]${json(replies)}`),
  'minimax: thoughts under a prefix, then lines': says(
    (replies) =>
      `<mm:think>${json(['idea'])}</mm:think>${replies.map((reply, at) => `${at + 1}. ${reply}`).join('\n')}`,
  ),
  'groq: channels of gpt-oss without their marks': says(
    (replies) => `analysisWe need ${json(['idea one', 'idea two'])}.assistantfinal${json(replies)}`,
  ),
  'kimi: thoughts in triangles': says((replies) => `◁think▷${json(['idea'])}◁/think▷${json(replies)}`),
  'cohere: thoughts between tokens': says(
    (replies) =>
      `<|START_THINKING|>${json(['idea'])}<|END_THINKING|><|START_RESPONSE|>${json(replies)}<|END_RESPONSE|>`,
  ),
  'vllm: the list where the model thinks': {
    answer: ({ replies }) => completed({ content: null, reasoning_content: json(replies) }),
  },
  'vllm: the token that ends a turn': says(
    (replies) => `${json(replies.map((reply) => `${reply}<|im_end|>`))}<|im_end|>`,
  ),
  'ollama: arguments as an object': {
    answer: ({ replies }) =>
      completed({ content: '', tool_calls: [{ function: { name: 'replies', arguments: { replies } } }] }),
  },
  'a gateway: the older form of a call': {
    answer: ({ replies }) =>
      completed(
        { content: null, function_call: { name: 'replies', arguments: json(replies) } },
        { finish_reason: 'function_call' },
      ),
  },
  'anthropic: elements': says((replies) => replies.map((reply) => `<reply>${reply}</reply>`).join('\n')),
  'ollama: a numbered list in one text': says((replies) =>
    json([replies.map((reply, at) => `${at + 1}. ${reply}`).join('\n')]),
  ),
  'lmstudio: names before the texts': says((replies) =>
    json(replies.map((reply, at) => `**Reply ${at + 1} (witty):** ${reply}`)),
  ),
  'llamacpp: quotation marks that are not escaped': says(
    (replies) => `{"replies": [${replies.map((reply) => `"They say "so" here. ${reply}"`).join(', ')}]}`,
  ),
}
