# Ninefold as a container (docs/container.md): docker build --tag ninefold .
#   docker run -p 127.0.0.1:8080:8080 -v "$PWD/my-service.md:/service.md:ro" -v my-data:/service.data ninefold

FROM node:24-slim AS build
WORKDIR /ninefold
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json ./
COPY scripts/bundle.ts scripts/
COPY src src
RUN npm run build && npm prune --omit=dev --ignore-scripts

FROM node:24-slim
# Node alone stays: what installs and builds is not needed any more. The volume belongs to who runs.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack \
      /usr/local/bin/yarn /usr/local/bin/yarnpkg /usr/local/include /opt/yarn* \
    && mkdir /service.data && chown node:node /service.data
COPY --from=build /ninefold/node_modules /ninefold/node_modules
COPY --from=build /ninefold/dist/cli /ninefold/dist/cli
COPY bin /ninefold/bin
COPY examples/*.md /ninefold/examples/
COPY package.json LICENSE /ninefold/
WORKDIR /work
# The number of `node`: whoever forbids root can see that it is not.
USER 1000:1000
# The service is for others; the operator's port stays within, on 127.0.0.1, where the health check finds it.
ENV NINEFOLD_HOST=0.0.0.0
EXPOSE 8080
VOLUME ["/service.data"]
HEALTHCHECK --interval=5s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.NINEFOLD_OPERATOR_PORT || 8081) + '/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/ninefold/bin/ninefold.cjs"]
CMD ["serve", "/service.md"]
