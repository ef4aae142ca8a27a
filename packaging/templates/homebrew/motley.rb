class Motley < Formula
  desc "Chess engine with several players, from a strong searcher to imitated humans"
  homepage "@REPOSITORY@"
  version "@VERSION@"
  license "GPL-3.0-or-later"

  on_macos do
    on_arm do
      url "@URL macos-aarch64@"
      sha256 "@SHA256 macos-aarch64@"
    end
    on_intel do
      url "@URL macos-x86_64@"
      sha256 "@SHA256 macos-x86_64@"
    end
  end

  on_linux do
    on_arm do
      url "@URL linux-aarch64@"
      sha256 "@SHA256 linux-aarch64@"
    end
    on_intel do
      url "@URL linux-x86_64@"
      sha256 "@SHA256 linux-x86_64@"
    end
  end

  def install
    bin.install "motley"
    %w[@PLAYERS@].each { |player| bin.install_symlink "motley" => "motley-#{player}" }
    man1.install "manual/motley.1"
    bash_completion.install "manual/motley.bash" => "motley"
    zsh_completion.install "manual/_motley"
    fish_completion.install "manual/motley.fish"
    pkgshare.install "players", "engines.json", "lichess-bot"
  end

  test do
    assert_match "uciok", pipe_output(bin/"motley", "uci\nquit\n")
    assert_match "id name Motley-Mockfish", pipe_output(bin/"motley-mockfish", "uci\nquit\n")
  end
end
